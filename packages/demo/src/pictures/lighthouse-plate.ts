import { seededRandom, oneOf } from './seeded-random.ts'

/** The parameters of a lighthouse drawing. */
export interface PlateDrawing {
  slug: string
  /** Colour of the tower, `#rrggbb`. */
  colour: string
  /** In metres. */
  height: number
  /** Position among the other pictures, which distributes the times of day evenly. */
  index: number
}

interface Light {
  sky: readonly [string, string, string]
  sun: string
  hills: readonly [string, string]
  sea: readonly [string, string]
  ground: string
  isDark: boolean
}

const lights: readonly [Light, ...Light[]] = [
  {
    sky: ['#1b2a49', '#7a4f7d', '#f2a65a'],
    sun: '#ffd9a0',
    hills: ['#4a3a5e', '#33294a'],
    sea: ['#3b3a63', '#1d2140'],
    ground: '#191a30',
    isDark: true,
  },
  {
    sky: ['#0b132b', '#1c2541', '#3a506b'],
    sun: '#f4f1de',
    hills: ['#1a2740', '#121c31'],
    sea: ['#17304a', '#0a1626'],
    ground: '#0a101c',
    isDark: true,
  },
  {
    sky: ['#89c2d9', '#c9e4ec', '#fdf0d5'],
    sun: '#fffaf0',
    hills: ['#8fb3a6', '#6f9686'],
    sea: ['#468faf', '#2a6f97'],
    ground: '#5c6b58',
    isDark: false,
  },
  {
    sky: ['#f6bd60', '#f7ede2', '#f5cac3'],
    sun: '#fff3d6',
    hills: ['#c08497', '#9d6b7f'],
    sea: ['#84a59d', '#52796f'],
    ground: '#4a4e52',
    isDark: false,
  },
  {
    sky: ['#3d4a53', '#6b7a83', '#a9b4b8'],
    sun: '#dfe6e9',
    hills: ['#56646c', '#434f56'],
    sea: ['#4c6670', '#2f434b'],
    ground: '#272d31',
    isDark: true,
  },
]

export const PLATE = { width: 1200, height: 800 }
/** Vertical position of the horizon. */
const HORIZON = 500

/** Draws a lighthouse by the sea as SVG; the time of day, coast and tower vary with the parameters. */
export function lighthousePlate({ slug, colour, height, index }: PlateDrawing): string {
  const chance = seededRandom(slug)
  const { width } = PLATE
  const light = lights[index % lights.length] ?? lights[0]
  const x = width * (0.32 + chance() * 0.36)
  const side = x > width / 2 ? -1 : 1
  const sun = { x: width / 2 + side * (150 + chance() * 250), y: 150 + chance() * 220 }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${PLATE.height}" width="${width}" height="${PLATE.height}">`,
    gradients(light),
    `<rect width="${width}" height="${PLATE.height}" fill="url(#sky)"/>`,
    light.isDark ? stars(chance) : birds(chance),
    `<circle cx="${sun.x}" cy="${sun.y}" r="150" fill="${light.sun}" opacity=".16"/>`,
    `<circle cx="${sun.x}" cy="${sun.y}" r="64" fill="${light.sun}" opacity=".92"/>`,
    hills(chance, HORIZON - 40, 70, light.hills[0]),
    hills(chance, HORIZON - 8, 36, light.hills[1]),
    `<rect y="${HORIZON}" width="${width}" height="${PLATE.height - HORIZON}" fill="url(#sea)"/>`,
    waves(chance, light.sun),
    tower(chance, { x, colour, light, tall: 210 + Math.min(90, height) * 2, side }),
    '</svg>',
  ].join('')
}

function gradients({ sky, sea }: Light): string {
  const stop = (at: number, colour: string, opacity = 1) =>
    `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`
  const down = (id: string, stops: string) =>
    `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops}</linearGradient>`
  return `<defs>${down('sky', stop(0, sky[0]) + stop(0.45, sky[1]) + stop(0.64, sky[2]))}${down('sea', stop(0, sea[0]) + stop(1, sea[1]))}<linearGradient id="beam">${stop(0, '#fff6cf', 0.75)}${stop(1, '#fff6cf', 0)}</linearGradient><linearGradient id="shade">${stop(0, '#000', 0.34)}${stop(0.45, '#000', 0)}${stop(1, '#000', 0.28)}</linearGradient></defs>`
}

function stars(chance: () => number): string {
  return Array.from({ length: 70 }, () => {
    const [x, y, r] = [chance() * PLATE.width, chance() * 330, 0.7 + chance() * 1.5]
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${r.toFixed(1)}" fill="#fff" opacity="${(0.3 + chance() * 0.6).toFixed(2)}"/>`
  }).join('')
}

function birds(chance: () => number): string {
  return Array.from({ length: 6 }, () => {
    const [x, y, w] = [chance() * PLATE.width, 90 + chance() * 220, 9 + chance() * 9]
    return `<path d="M${x} ${y}q${w / 2} ${-w / 2} ${w} 0q${w / 2} ${-w / 2} ${w} 0" fill="none" stroke="#2d3436" stroke-width="2.4" stroke-linecap="round" opacity=".6"/>`
  }).join('')
}

/** Draws a line of rounded hills. */
function hills(chance: () => number, base: number, tall: number, fill: string): string {
  let curve = ''
  for (let x = 50; x <= PLATE.width; x += 100) {
    const y = base - chance() * tall
    curve += `Q${x} ${y.toFixed(0)} ${x + 50} ${(base - (chance() * tall) / 2).toFixed(0)}`
  }
  return `<path d="M0 ${HORIZON + 4}V${base}${curve}V${HORIZON + 4}Z" fill="${fill}"/>`
}

function waves(chance: () => number, colour: string): string {
  const lines: string[] = []
  for (let y = HORIZON + 18; y < PLATE.height; y += 15 + (y - HORIZON) / 9) {
    const near = (y - HORIZON) / (PLATE.height - HORIZON)
    for (let n = 0; n < 5; n += 1) {
      const [x, w] = [chance() * PLATE.width, 50 + chance() * 130 * (0.4 + near)]
      lines.push(
        `<path d="M${x.toFixed(0)} ${y.toFixed(0)}q${(w / 4).toFixed(0)} ${(-3 - 5 * near).toFixed(1)} ${(w / 2).toFixed(0)} 0t${(w / 2).toFixed(0)} 0" fill="none" stroke="${colour}" stroke-width="${(1.2 + 2 * near).toFixed(1)}" stroke-linecap="round" opacity="${(0.12 + chance() * 0.2).toFixed(2)}"/>`,
      )
    }
  }
  return lines.join('')
}

interface Tower {
  x: number
  colour: string
  light: Light
  tall: number
  /** Direction of its beam. */
  side: number
}

function tower(chance: () => number, { x, colour, light, tall, side }: Tower): string {
  const foot = 610
  const top = foot - tall
  const [wide, narrow] = [46 + chance() * 12, 27 + chance() * 6]
  const body = `M${x - wide} ${foot}L${x - narrow} ${top}H${x + narrow}L${x + wide} ${foot}Z`
  const band = oneOf(chance, ['#fbf7ef', '#b5362c', '#22303c', colour] as const)
  const count = oneOf(chance, [0, 2, 3, 5] as const)
  const bands = Array.from({ length: count }, (_, n) => {
    const h = tall / (count * 2 + 1)
    return `<rect x="${x - wide}" y="${top + h * (2 * n + 1)}" width="${2 * wide}" height="${h}" fill="${band}"/>`
  }).join('')
  const lamp = top - 34
  const far = side > 0 ? PLATE.width + 50 : -50
  const beam = (spread: number, to: number, from: string) =>
    `<path d="M${x} ${lamp}L${to} ${lamp - spread}V${lamp + spread * 0.6}Z" fill="url(#beam)" ${from}/>`
  const turned = `transform="rotate(180 ${x} ${lamp})"`
  const lit = light.isDark ? (side > 0 ? beam(120, far, '') : beam(72, 2 * x - far, turned)) : ''
  const rock = `M${x - 330} 800Q${x - 250} 640 ${x - 130} 626Q${x - 60} 596 ${x} 602Q${x + 90} 592 ${x + 150} 632Q${x + 280} 660 ${x + 360} 800Z`
  return [
    lit,
    `<path d="${rock}" fill="${light.ground}"/>`,
    `<path d="M${x - 150} 800Q${x - 90} 690 ${x + 30} 668Q${x + 150} 700 ${x + 210} 800Z" fill="#000" opacity=".2"/>`,
    `<clipPath id="body"><path d="${body}"/></clipPath>`,
    `<g clip-path="url(#body)"><path d="${body}" fill="${colour}"/>${bands}<path d="${body}" fill="url(#shade)"/></g>`,
    `<rect x="${x - 7}" y="${foot - 46}" width="14" height="30" rx="7" fill="#20262b"/>`,
    ...[0.3, 0.55, 0.78].map(
      (share) =>
        `<rect x="${x - 4}" y="${foot - tall * share}" width="8" height="13" rx="3" fill="#20262b" opacity=".8"/>`,
    ),
    `<rect x="${x - narrow - 12}" y="${top - 9}" width="${2 * narrow + 24}" height="10" rx="2" fill="#20262b"/>`,
    `<rect x="${x - 19}" y="${top - 56}" width="38" height="47" fill="${light.isDark ? '#ffe9a8' : '#dbe7ea'}"/>`,
    `<path d="M${x - 6} ${top - 56}v47M${x + 6} ${top - 56}v47" stroke="#20262b" stroke-width="3"/>`,
    `<path d="M${x - 26} ${top - 54}Q${x} ${top - 96} ${x + 26} ${top - 54}Z" fill="#8f2f27"/>`,
    `<circle cx="${x}" cy="${top - 84}" r="5" fill="#20262b"/>`,
    light.isDark ? `<circle cx="${x}" cy="${lamp}" r="58" fill="#fff3c4" opacity=".3"/>` : '',
  ].join('')
}
