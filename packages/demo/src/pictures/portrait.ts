import type { Portrait } from '../content/members.ts'

/** Width and height in pixels. */
const SIDE = 400

/** Hair behind and in front of the face. */
const hair: Record<Portrait['style'], readonly [behind: string, front: string]> = {
  bob: [
    'M108 190Q100 70 200 70T292 190V262Q292 286 266 286H134Q108 286 108 262Z',
    'M128 176Q140 100 214 96Q272 100 276 178Q236 164 206 128Q176 168 128 176Z',
  ],
  curls: [
    'M104 200a44 44 0 0 1 8-70a46 46 0 0 1 56-56a48 48 0 0 1 70 2a46 46 0 0 1 52 58a44 44 0 0 1 4 68a36 36 0 0 1-16 62H122a36 36 0 0 1-18-64Z',
    'M126 188Q120 92 200 90Q280 92 274 188Q262 150 230 142Q200 158 168 142Q138 150 126 188Z',
  ],
  short: [
    '',
    'M126 180Q118 92 200 88Q284 92 274 180Q264 138 236 132Q190 140 152 130Q134 146 126 180Z',
  ],
  bun: [
    'M200 22a36 36 0 0 1 0 72a36 36 0 0 1 0-72ZM122 196Q114 84 200 84T278 196Z',
    'M126 182Q132 106 200 100Q268 106 274 182Q250 136 200 132Q150 136 126 182Z',
  ],
  beard: [
    '',
    'M126 178Q120 94 200 90Q282 94 274 178Q260 140 200 134Q142 140 126 178ZM128 206Q132 292 200 298Q268 292 272 206Q262 236 232 240Q200 228 168 240Q138 236 128 206Z',
  ],
}

/** Draws a face in flat colours as SVG. */
export function portraitOf({ skin, hair: colour, clothes, backdrop, style }: Portrait): string {
  const [behind, front] = hair[style]
  const eye = (x: number) => `<circle cx="${x}" cy="192" r="8" fill="#20262b"/>`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}" width="${SIDE}" height="${SIDE}">`,
    `<rect width="${SIDE}" height="${SIDE}" fill="${backdrop}"/>`,
    `<path d="${behind}" fill="${colour}"/>`,
    `<path d="M172 250h56v52q-28 26-56 0Z" fill="${skin}"/><path d="M172 268q28 26 56 0v18q-28 22-56 0Z" opacity=".12"/>`,
    `<path d="M60 400q6-96 112-104q28 26 56 0q106 8 112 104Z" fill="${clothes}"/>`,
    `<ellipse cx="200" cy="192" rx="74" ry="88" fill="${skin}"/>`,
    `<path d="${front}" fill="${colour}"/>`,
    `${eye(172)}${eye(228)}<path d="M200 200q-8 20 4 22" fill="none" stroke="#000" stroke-opacity=".25" stroke-width="5" stroke-linecap="round"/>`,
    `<path d="M174 240q26 ${style === 'beard' ? 14 : 24} 52 0" fill="none" stroke="#7c2f2a" stroke-width="7" stroke-linecap="round"/>`,
    '</svg>',
  ].join('')
}
