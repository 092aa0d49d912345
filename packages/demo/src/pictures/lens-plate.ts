import { seededRandom, oneOf } from './seeded-random.ts'

export const LENS = { width: 900, height: 1200 }

/** Draws the lens of a lighthouse from the front as SVG, for a cover in a colour. */
export function lensPlate(name: string, colour: string): string {
  const chance = seededRandom(name)
  const { width, height } = LENS
  const [x, y] = [width * (0.3 + chance() * 0.4), height * (0.36 + chance() * 0.24)]
  const paper = oneOf(chance, ['#f4ede0', '#eef1ec', '#f7e9d7'] as const)
  const rings = 9 + Math.floor(chance() * 4)
  const turn = chance() * 30
  const rays = Array.from({ length: 24 }, (_, n) => {
    const angle = ((n * 15 + turn) * Math.PI) / 180
    const wide = (2.2 * Math.PI) / 180
    const at = (to: number) => `${x + Math.cos(to) * 1600} ${y + Math.sin(to) * 1600}`
    return `<path d="M${x} ${y}L${at(angle - wide)}L${at(angle + wide)}Z" fill="${paper}" opacity="${n % 2 === 0 ? 0.16 : 0.07}"/>`
  })
  const circles = Array.from({ length: rings }, (_, n) => {
    const r = 60 + n * (300 / rings)
    return `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="${paper}" stroke-width="${(13 - n * 0.8).toFixed(1)}" opacity="${(1 - n * 0.065).toFixed(2)}"/>`
  })
  const sea = Array.from({ length: 6 }, (_, n) => {
    const at = height - 60 - n * 34
    const waves = Array.from({ length: 10 }, () => 'q45 -18 90 0t90 0').join('')
    return `<path d="M${-90 + n * 31} ${at}${waves}" fill="none" stroke="${paper}" stroke-width="5" opacity="${(0.85 - n * 0.13).toFixed(2)}"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${colour}"/>${rays.join('')}<circle cx="${x}" cy="${y}" r="380" fill="${colour}"/>${circles.join('')}<circle cx="${x}" cy="${y}" r="34" fill="#ffe6a3"/>${sea.join('')}<rect x="30" y="30" width="${width - 60}" height="${height - 60}" fill="none" stroke="${paper}" stroke-width="3" opacity=".6"/></svg>`
}
