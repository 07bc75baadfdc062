// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Picture/Text.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace FractureToolkit
{
namespace
{
constexpr int32_t kGlyphColumns = 5;
constexpr int32_t kCapitalRows = 7; // two more reach below the baseline
constexpr double kStroke = 0.46;    // a stroke's half width, of a cell
constexpr double kLetterGap = 1.9;  // between the cells of two letters
constexpr double kSpace = 3.0;

// Glyphs of ' ' to '~', row by row from the top; a row is one digit to the base 32 (0-9, A-V) whose bits are its five
// cells from left to right.
constexpr const char* kGlyphs[] = {"",
	"4444404",
	"AAA",
	"AAVAVAA",
	"4FKE5U4",
	"OP248J3",
	"CIK8LID",
	"444",
	"2488842",
	"8422248",
	"04LEL4",
	"044V44",
	"000000448",
	"000E",
	"0000004",
	"01248G0",
	"EHJLPHE",
	"4C4444E",
	"EH1248V",
	"EH161HE",
	"26AIV22",
	"VGU11HE",
	"68GUHHE",
	"V112444",
	"EHHEHHE",
	"EHHF12C",
	"0040004",
	"004000448",
	"248G842",
	"00V0V",
	"8421248",
	"EH12404",
	"EHLNMGE",
	"EHHVHHH",
	"UHHUHHU",
	"EHGGGHE",
	"UHHHHHU",
	"VGGUGGV",
	"VGGUGGG",
	"EHGNHHF",
	"HHHVHHH",
	"E44444E",
	"72222IC",
	"HIKOKIH",
	"GGGGGGV",
	"HRLLHHH",
	"HHPLJHH",
	"EHHHHHE",
	"UHHUGGG",
	"EHHHLID",
	"UHHUKIH",
	"FGGE11U",
	"V444444",
	"HHHHHHE",
	"HHHHHA4",
	"HHHLLLA",
	"HHA4AHH",
	"HHHA444",
	"V1248GV",
	"E88888E",
	"0G84210",
	"E22222E",
	"4AH",
	"0000000V",
	"842",
	"00E1FHF",
	"GGUHHHU",
	"00EHGHE",
	"11FHHHF",
	"00EHVGE",
	"698S888",
	"00FHHHF1E",
	"GGUHHHH",
	"40C444E",
	"2062222IC",
	"GGIKOKI",
	"C44444E",
	"00QLLLL",
	"00UHHHH",
	"00EHHHE",
	"00UHHHUGG",
	"00FHHHF11",
	"00MPGGG",
	"00FGE1U",
	"88S8896",
	"00HHHHF",
	"00HHHA4",
	"00HHLLA",
	"00HA4AH",
	"00HHHHF1E",
	"00V248V",
	"6448446",
	"4444444",
	"C44244C",
	"008L2"};
static_assert(std::size(kGlyphs) == '~' - ' ' + 1);

struct GlyphStroke
{
	double x0 = 0.0; // cells from the glyph's left, middle of a cell
	double y0 = 0.0; // cells below the top
	double x1 = 0.0;
	double y1 = 0.0;
};

struct StrokedGlyph
{
	std::vector<GlyphStroke> strokes;
	double width = 0.0; // cells
};

// Joins neighbouring cells, so that a bitmap becomes pen strokes that look smooth at any size.
StrokedGlyph StrokeGlyph(char letter)
{
	const char* rows = kGlyphs[letter < ' ' || letter > '~' ? '?' - ' ' : letter - ' '];
	bool cell[kGlyphColumns + 2][12] = {}; // one column and row around
	int32_t first = kGlyphColumns;
	int32_t last = -1;
	for (int32_t row = 0; rows[row] != '\0'; ++row)
	{
		const int32_t bits = rows[row] <= '9' ? rows[row] - '0' : rows[row] - 'A' + 10;
		for (int32_t column = 0; column < kGlyphColumns; ++column)
		{
			if ((bits >> (kGlyphColumns - 1 - column) & 1) != 0)
			{
				cell[column + 1][row + 1] = true;
				first = std::min(first, column);
				last = std::max(last, column);
			}
		}
	}
	StrokedGlyph glyph;
	glyph.width = last < 0 ? kSpace - kLetterGap : last - first + 1.0;
	for (int32_t row = 1; row < 11; ++row)
	{
		for (int32_t column = 1; column <= kGlyphColumns; ++column)
		{
			if (!cell[column][row])
			{
				continue;
			}
			const double x = column - 1 - first + 0.5;
			const double y = row - 0.5;
			glyph.strokes.push_back({x, y, x, y});
			if (cell[column + 1][row])
			{
				glyph.strokes.push_back({x, y, x + 1.0, y});
			}
			if (cell[column][row + 1])
			{
				glyph.strokes.push_back({x, y, x, y + 1.0});
			}
			// Diagonally only where no corner joins the two already.
			if (cell[column + 1][row + 1] && !cell[column + 1][row] && !cell[column][row + 1])
			{
				glyph.strokes.push_back({x, y, x + 1.0, y + 1.0});
			}
			if (cell[column - 1][row + 1] && !cell[column - 1][row] && !cell[column][row + 1])
			{
				glyph.strokes.push_back({x, y, x - 1.0, y + 1.0});
			}
		}
	}
	return glyph;
}

double DistanceToStroke(const GlyphStroke& stroke, double x, double y)
{
	const double dx = stroke.x1 - stroke.x0;
	const double dy = stroke.y1 - stroke.y0;
	const double lengthSquared = dx * dx + dy * dy;
	const double t =
		lengthSquared > 0.0 ? std::clamp(((x - stroke.x0) * dx + (y - stroke.y0) * dy) / lengthSquared, 0.0, 1.0) : 0.0;
	return std::hypot(x - stroke.x0 - t * dx, y - stroke.y0 - t * dy);
}

void BlendPixel(int32_t x, int32_t y, const Colour& colour, double share, PictureImage& image)
{
	if (share <= 0.0 || x < 0 || y < 0 || x >= image.width || y >= image.height)
	{
		return;
	}
	uint8_t* const bytes =
		&image.rgb[3 * (static_cast<size_t>(y) * static_cast<size_t>(image.width) + static_cast<size_t>(x))];
	const Colour under =
		FromSrgb(static_cast<uint32_t>(bytes[0]) << 16 | static_cast<uint32_t>(bytes[1]) << 8 | bytes[2]);
	const std::array<uint8_t, 3> mixed = ToSrgb(Mix(under, colour, static_cast<float>(std::min(share, 1.0))));
	std::copy(mixed.begin(), mixed.end(), bytes);
}
} // namespace

double TextWidth(std::string_view text, double size)
{
	double cells = 0.0;
	for (const char letter : text)
	{
		cells += StrokeGlyph(letter).width + kLetterGap;
	}
	return text.empty() ? 0.0 : (cells - kLetterGap) * size / kCapitalRows;
}

void WriteText(std::string_view text, double x, double y, double size, const Colour& colour, PictureImage& image)
{
	const double cell = size / kCapitalRows;
	const double top = y - size;
	double left = x;
	for (const char letter : text)
	{
		const StrokedGlyph glyph = StrokeGlyph(letter);
		const double right = left + glyph.width * cell;
		if (!glyph.strokes.empty() && right >= 0.0 && left < image.width)
		{
			for (int32_t row = static_cast<int32_t>(top) - 1; row <= static_cast<int32_t>(top + 9.0 * cell) + 1; ++row)
			{
				for (int32_t column = static_cast<int32_t>(left) - 1; column <= static_cast<int32_t>(right) + 1;
					 ++column)
				{
					double distance = 1.0e9; // cells
					for (const GlyphStroke& stroke : glyph.strokes)
					{
						distance = std::min(
							distance, DistanceToStroke(stroke, (column + 0.5 - left) / cell, (row + 0.5 - top) / cell));
					}
					BlendPixel(column, row, colour, (kStroke - distance) * cell + 0.5, image);
				}
			}
		}
		left = right + kLetterGap * cell;
	}
}

void DrawRectangle(double x0, double y0, double x1, double y1, const Colour& colour, PictureImage& image)
{
	const auto covered = [](int32_t pixel, double from, double to)
	{ return std::clamp(std::min(pixel + 1.0, to) - std::max<double>(pixel, from), 0.0, 1.0); };
	for (int32_t y = static_cast<int32_t>(std::floor(y0)); y < y1; ++y)
	{
		for (int32_t x = static_cast<int32_t>(std::floor(x0)); x < x1; ++x)
		{
			BlendPixel(x, y, colour, covered(x, x0, x1) * covered(y, y0, y1), image);
		}
	}
}
} // namespace FractureToolkit
