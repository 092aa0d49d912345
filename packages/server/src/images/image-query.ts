import { createHash } from 'node:crypto'

import { MAX_IMAGE_SIDE_PIXELS } from '../limits.ts'
import { invalid } from '../http/failure.ts'

/** Formats that `fm` accepts. */
export const outputFormats = ['jpg', 'png', 'webp', 'avif'] as const
/** A GIF stays a GIF, so its animation is kept; other images are not encoded as GIF. */
export type OutputFormat = (typeof outputFormats)[number] | 'gif'

/** A requested transformation of an image: plain JSON, equal for equivalent addresses. */
export interface ImageChange {
  /** A part of the original: left, top, width, height; ends beyond the image are cut off. */
  rect?: [number, number, number, number]
  /** In pixels, or below 1 as a share of the original. */
  width?: number
  height?: number
  /** Width divided by height of a crop or a fill, if one of the two is missing. */
  ratio?: number
  fit: 'clip' | 'max' | 'crop' | 'fill'
  /** The crop's anchor: sides, the region of interest, or a point as shares of the width and height. */
  at?: string | [number, number]
  blur?: number
  format: OutputFormat
  quality: number
}

const PARAMETERS = [
  'w',
  'h',
  'fit',
  'ar',
  'crop',
  'dpr',
  'q',
  'auto',
  'fm',
  'blur',
  'rect',
  'fp-x',
  'fp-y',
] as const

/** Types that can be transformed; other files are served unchanged. */
const SOURCES: Readonly<Record<string, OutputFormat>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
}

export const typeOfFormat: Readonly<Record<OutputFormat, string>> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
}

const SIDES = ['top', 'bottom', 'left', 'right'] as const

/** A parsed request for an image. */
export interface ImageRequest {
  /** Undefined if the file is served unchanged. */
  change: ImageChange | undefined
  /** Whether the response depends on the formats that the client accepts. */
  byAccept: boolean
}

/**
 * Reads the transformation parameters in an image's address, named as in imgix. Ignores unknown parameters.
 * @param accept the `Accept` header
 * @throws Failure `invalid` that names the parameter
 */
export function readImageQuery(
  type: string,
  query: Readonly<Record<string, unknown>>,
  accept = '',
): ImageRequest {
  const source = SOURCES[type]
  const requested = new Map<string, string>()
  for (const name of PARAMETERS) {
    const value = Object.hasOwn(query, name) ? query[name] : undefined
    if (value === undefined || value === '') continue
    if (typeof value !== 'string') throw invalid(name, `${name} must be sent once`, 'type')
    requested.set(name, value)
  }
  if (source === undefined || requested.size === 0) return { change: undefined, byAccept: false }
  const auto = wordsOf(requested.get('auto'), 'auto', ['format', 'compress', 'enhance', 'true'])
  const fm = choiceOf(requested.get('fm'), 'fm', [...outputFormats, 'jpeg', 'pjpg'])
  const byAccept = fm === undefined && auto.includes('format')
  const modern = byAccept && accept.includes('image/webp') ? 'webp' : undefined
  const format = fm === 'jpeg' || fm === 'pjpg' ? 'jpg' : fm
  const dpr = numberOf(requested, 'dpr', 0.5, 8) ?? 1
  const fit = choiceOf(requested.get('fit'), 'fit', ['clip', 'max', 'crop', 'fill'])
  const change: ImageChange = {
    ...optional('rect', rectOf(requested.get('rect'))),
    ...optional('width', sideOf(requested, 'w', dpr)),
    ...optional('height', sideOf(requested, 'h', dpr)),
    ...optional('ratio', ratioOf(requested.get('ar'))),
    fit: fit ?? 'clip',
    ...(fit === 'crop' && optional('at', positionOf(requested))),
    ...optional('blur', numberOf(requested, 'blur', 0, 2000) || undefined),
    format: format ?? modern ?? source,
    quality: numberOf(requested, 'q', 1, 100) ?? (auto.includes('compress') ? 60 : 75),
  }
  return { change, byAccept }
}

/** Returns a text that identifies a change, and can be the name of a file. */
export const changeKey = (change: ImageChange): string =>
  `${createHash('sha256').update(JSON.stringify(change)).digest('hex').slice(0, 24)}.${change.format}`

const optional = <K extends string, T>(key: K, value: T | undefined): { [P in K]?: T } =>
  value === undefined ? {} : ({ [key]: value } as { [P in K]?: T })

function numberOf(
  requested: ReadonlyMap<string, string>,
  name: string,
  least: number,
  most: number,
): number | undefined {
  const text = requested.get(name)
  if (text === undefined) return undefined
  const value = /^\d{0,6}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= least && value <= most))
    throw invalid(name, `${name} must be a number from ${least} to ${most}`, 'range')
  return value
}

function sideOf(
  requested: ReadonlyMap<string, string>,
  name: string,
  dpr: number,
): number | undefined {
  const value = numberOf(requested, name, 0, MAX_IMAGE_SIDE_PIXELS)
  if (value === undefined || value === 0) return undefined
  if (value < 1) return value
  return Math.min(Math.max(1, Math.round(value * dpr)), MAX_IMAGE_SIDE_PIXELS)
}

function choiceOf<const T extends string>(
  value: string | undefined,
  name: string,
  options: readonly T[],
): T | undefined {
  if (value === undefined) return undefined
  const match = options.find((option) => option === value)
  if (!match) throw invalid(name, `${name} must be one of ${options.join(', ')}`, 'one_of')
  return match
}

function wordsOf<const T extends string>(
  value: string | undefined,
  name: string,
  options: readonly T[],
): T[] {
  if (value === undefined) return []
  return value.split(',').flatMap((word) => choiceOf(word.trim(), name, options) ?? [])
}

function rectOf(value: string | undefined): ImageChange['rect'] {
  if (value === undefined) return undefined
  const parts = value.split(',').map((part) => (/^\d{1,6}$/.test(part) ? Number(part) : Number.NaN))
  const [x = 0, y = 0, width = 0, height = 0] = parts
  if (parts.length !== 4 || !parts.every((part) => part >= 0) || width === 0 || height === 0)
    throw invalid('rect', 'rect must be x,y,width,height in pixels, such as 0,0,400,300', 'rect')
  return [x, y, width, height]
}

function ratioOf(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  const side = String.raw`(\d{1,4}(?:\.\d{1,6})?)`
  const [, width, height] = new RegExp(`^${side}:${side}$`).exec(value) ?? []
  const ratio = Number(width) / Number(height)
  if (!(ratio > 0 && Number.isFinite(ratio)))
    throw invalid('ar', 'ar must be width:height, such as 16:9', 'ratio')
  return ratio
}

function positionOf(requested: ReadonlyMap<string, string>): ImageChange['at'] {
  const options = [...SIDES, 'entropy', 'edges', 'faces', 'focalpoint', 'center'] as const
  const words = wordsOf(requested.get('crop'), 'crop', options)
  const x = numberOf(requested, 'fp-x', 0, 1)
  const y = numberOf(requested, 'fp-y', 0, 1)
  if (words.includes('focalpoint') || (words.length === 0 && (x ?? y) !== undefined))
    return [x ?? 0.5, y ?? 0.5]
  const sides = words.filter((word) => SIDES.some((side) => side === word))
  if (sides.length > 0) return sides.toSorted().join(' ')
  if (words.includes('entropy')) return 'entropy'
  if (words.includes('edges') || words.includes('faces')) return 'attention'
  return undefined
}
