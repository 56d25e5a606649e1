// A plain PDF of lines of text, Chinese included, in a font every reader of PDF has a stand-in for.

const lineHeight = 20
const perPage = 38
const perLine = 42

/** Hex of a text in UTF-16, as the font's encoding wants it. */
const hexOf = (text: string): string => {
  const bytes = Buffer.from(text, 'utf16le')
  return bytes.swap16().toString('hex').toUpperCase()
}

const wrapped = (line: string): string[] => {
  const signs = Array.from(line)
  const parts = Array.from({ length: Math.ceil(signs.length / perLine) }, (_, n) =>
    signs.slice(n * perLine, (n + 1) * perLine).join(''),
  )
  return parts.length === 0 ? [''] : parts
}

/** A page's stream. */
const streamOf = (lines: readonly string[]): string => {
  const shown = lines.map(line => `<${hexOf(line)}> Tj T*`).join('\n')
  const text = `BT /F1 12 Tf ${lineHeight} TL 50 790 Td\n${shown}\nET`
  return `<< /Length ${text.length} >>\nstream\n${text}\nendstream`
}

/** The bytes of a PDF that shows these lines. */
export function plainPdf(lines: readonly string[]): Buffer {
  const all = lines.flatMap(wrapped)
  const pages = Array.from({ length: Math.max(1, Math.ceil(all.length / perPage)) }, (_, n) =>
    all.slice(n * perPage, (n + 1) * perPage),
  )
  const first = 6
  const kids = pages.map((_, n) => `${first + n * 2} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [4 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /FontDescriptor 5 0 R /DW 1000 >>',
    '<< /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /FontBBox [-25 -254 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 880 /StemV 93 >>',
    ...pages.flatMap((page, n) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${first + n * 2 + 1} 0 R >>`,
      streamOf(page),
    ]),
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, n) => {
    const place = text.length
    text += `${n + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const table = text.length
  const rows = places.map(place => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}
