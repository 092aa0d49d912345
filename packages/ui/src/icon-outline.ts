/**
 * Converts all shapes of an icon to one path. Every shape is a line of the same width, so an icon can be a string,
 * which is smaller than elements and needs no markup.
 */
export function outlineOf(body: string): string {
  return [...body.matchAll(/<(path|circle|ellipse|rect)\s([^>]*)>/g)]
    .map(([, shape = '', text = '']) => pathOf(shape, attributesIn(text)))
    .join('')
    .replace(/^M0 0m/, 'm')
}

type Attributes = Readonly<Record<string, string>>

function attributesIn(text: string): Attributes {
  return Object.fromEntries(
    [...text.matchAll(/([a-z0-9-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  )
}

function pathOf(shape: string, attributes: Attributes): string {
  const number = (name: string) => Number(attributes[name] ?? 0)
  switch (shape) {
    case 'path':
      return absolute(attributes['d'] ?? '')
    case 'circle':
      return ellipse(number('cx'), number('cy'), number('r'), number('r'))
    case 'ellipse':
      return ellipse(number('cx'), number('cy'), number('rx'), number('ry'))
    default:
      return rect(attributes)
  }
}

/** Makes a path begin with an absolute move: a relative one would start where the previous shape ended. */
const absolute = (d: string): string => (d.startsWith('m') ? `M0 0${d}` : d)

const ellipse = (x: number, y: number, rx: number, ry: number): string =>
  `M${round(x - rx)} ${y}a${rx} ${ry} 0 1 0 ${round(2 * rx)} 0a${rx} ${ry} 0 1 0 ${round(-2 * rx)} 0`

function rect(attributes: Attributes): string {
  const number = (name: string) => Number(attributes[name] ?? 0)
  const [x, y, width, height] = [number('x'), number('y'), number('width'), number('height')]
  const rx = Math.min(number(attributes['rx'] === undefined ? 'ry' : 'rx'), width / 2)
  const ry = Math.min(number(attributes['ry'] === undefined ? 'rx' : 'ry'), height / 2)
  if (rx === 0) return `M${x} ${y}h${width}v${height}h${-width}z`
  const [across, down] = [round(width - 2 * rx), round(height - 2 * ry)]
  const arc = (dx: number, dy: number) => `a${rx} ${ry} 0 0 1 ${dx} ${dy}`
  return `M${round(x + rx)} ${y}h${across}${arc(rx, ry)}v${down}${arc(-rx, ry)}h${-across}${arc(-rx, -ry)}v${-down}${arc(rx, -ry)}z`
}

const round = (value: number): number => Math.round(value * 1000) / 1000
