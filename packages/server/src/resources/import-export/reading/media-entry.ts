import { mediaTexts } from '@typecase/contract/media'

import type { Issues } from './issues.ts'
import { isObject } from './json-record.ts'

/** A media of a bucket.json: its bytes stay where they are, at `location`. */
export interface MediaEntry {
  name: string
  original_name: string
  size: number
  type: string
  folder: string | null
  title: string
  alt_text: string
  width: number | null
  height: number | null
  metadata: string
  location: string
  created_at: string | null
}

type Raw = Readonly<Record<string, unknown>>

/** Checks a media of a file. @returns an empty list when it cannot be taken */
export function readMediaEntry(raw: unknown, row: number, issues: Issues): MediaEntry[] {
  const path = `media.${row - 1}`
  if (!isObject(raw)) {
    issues.error(row, path, `${path} is not an object`, 'type')
    return []
  }
  const name = textOf(raw['name'])
  const location = locationOf(raw, name)
  const type = textOf(raw['type']) || 'application/octet-stream'
  if (name === '' || name.length > 300 || /[/\\\p{Cc}]/u.test(name)) {
    issues.error(row, `${path}.name`, `${path}.name must be a file name`, 'name')
    return []
  }
  if (location === undefined) {
    const words = 'must be an http address, since the file does not hold the media itself'
    issues.error(row, `${path}.location`, `${path}.location ${words}`, 'url', name)
    return []
  }
  if (type.toLowerCase().startsWith('text/html')) {
    issues.error(row, `${path}.type`, 'HTML files not allowed', 'media_type', name)
    return []
  }
  const created = Date.parse(textOf(raw['created_at']) || textOf(raw['created']))
  return [
    {
      name,
      original_name: (textOf(raw['original_name']) || name).slice(0, 300),
      size: numberOf(raw['size']) ?? 0,
      type: type.slice(0, 100),
      folder: textOf(raw['folder']) || null,
      title: textOf(raw['title']).slice(0, mediaTexts.title),
      alt_text: textOf(raw['alt_text']).slice(0, mediaTexts.alt_text),
      width: numberOf(raw['width']),
      height: numberOf(raw['height']),
      metadata: JSON.stringify(isObject(raw['metadata']) ? raw['metadata'] : {}),
      location,
      created_at: Number.isNaN(created) ? null : new Date(created).toISOString(),
    },
  ]
}

/** Where a media lies, without its name; newer files only give the whole address. */
function locationOf(raw: Raw, name: string): string | undefined {
  const whole = textOf(raw['url'])
  const end = whole.lastIndexOf('/')
  const isNamed = [name, encodeURIComponent(name)].includes(whole.slice(end + 1))
  const location = textOf(raw['location']) || (isNamed ? whole.slice(0, end) : '')
  const isWeb = /^https?:\/\//.test(location) && URL.canParse(location) && location.length <= 1000
  return isWeb ? location.replace(/\/+$/, '') : undefined
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null
