/** Pixels per unit of CSS. */
const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
}

/**
 * Returns the intrinsic size of an SVG: from width and height, or from its view box.
 * @param head the first characters of the file
 */
export function svgSize(head: string): { width: number; height: number } | undefined {
  const tag = /<(?:\w+:)?svg\b(?:[^>"']|"[^"]*"|'[^']*')*>/i.exec(head)?.[0] ?? ''
  const attribute = (name: string) =>
    new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i')
      .exec(tag)
      ?.slice(1)
      .join('')
      .trim()
  const [, , boxWidth, boxHeight] = (attribute('viewBox') ?? '').split(/[\s,]+/).map(Number)
  const ratio = boxWidth && boxHeight ? boxWidth / boxHeight : undefined
  const width = pixelsOf(attribute('width'))
  const height = pixelsOf(attribute('height'))
  const size = {
    width: width ?? (height && ratio ? height * ratio : boxWidth),
    height: height ?? (width && ratio ? width / ratio : boxHeight),
  }
  return isSide(size.width) && isSide(size.height)
    ? { width: Math.max(1, Math.round(size.width)), height: Math.max(1, Math.round(size.height)) }
    : undefined
}

const isSide = (value: number | undefined): value is number =>
  value !== undefined && value > 0 && value <= 1_000_000

/** Returns the pixels of a length; undefined for a percentage. */
function pixelsOf(length = ''): number | undefined {
  const [, value, unit = ''] = /^(\d*\.?\d+)([a-z]*)$/i.exec(length) ?? []
  const factor = Object.hasOwn(UNITS, unit.toLowerCase()) ? UNITS[unit.toLowerCase()] : undefined
  return value === undefined || factor === undefined ? undefined : Number(value) * factor
}
