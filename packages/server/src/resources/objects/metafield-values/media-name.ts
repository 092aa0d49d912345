import { lastPart } from '@typecase/content-query/stored-values'

import { atMost } from './choice.ts'
import { type Family, isRecord, refuse, type ValueCheck } from './value-check.ts'

/** file: the name of a media. What a read answers for it, and its address, are understood too. */
export const file: Family = (value, check) =>
  mediaName(value, check) ?? refuse(check, 'type', 'must be the name of a media')

export const files: Family = (value, check) => {
  if (!Array.isArray(value)) return refuse(check, 'type', 'must be a list of media names')
  atMost(value, check, 'media')
  return value.map((item, index) => file(item, { ...check, path: `${check.path}.${index}` }))
}

function mediaName(value: unknown, check: ValueCheck): string | undefined {
  const written = isRecord(value) ? (value['name'] ?? value['url'] ?? value['imgix_url']) : value
  if (typeof written !== 'string') return undefined
  const target = nameOf(written)
  if (target === '' || target.length > 500) return undefined
  const { path, field, findings } = check
  if (field.media_validation_type) {
    findings.references.push({ path, kind: 'media', target, wanted: field.media_validation_type })
  }
  return target
}

/** The name of a media that is given by name or by address. */
export function nameOf(written: string): string {
  return lastPart(written.split(/[?#]/, 1)[0] ?? '')
}
