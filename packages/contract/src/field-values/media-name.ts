import { type PictureUse, readFileUse, writeFileUse } from '../picture-use.ts'

import { atMost } from './choice.ts'
import { asText, type Family, isRecord, refuse } from './value-check.ts'

/**
 * file: the name of a media, with the visible part of the picture: `name?rect=…`. The file's address and the value that
 * a read returns are accepted, too.
 */
export const file: Family = (value, check) => {
  const raw = isRecord(value)
    ? [value['name'], value['url'], value['imgix_url']].filter((one) => one !== undefined)
    : [value]
  const target = nameIn(raw[0])
  if (target === undefined) return refuse(check, 'type', 'must be the name of a media')
  try {
    const use = useIn(raw)
    const { path, field, findings } = check
    if (field.media_validation_type) {
      findings.references.push({
        path,
        kind: 'media',
        target,
        expected: field.media_validation_type,
      })
    }
    return writeFileUse({ name: target, use })
  } catch (reason) {
    if (!(reason instanceof RangeError)) throw reason
    return refuse(check, 'rect', `must have ${reason.message}`)
  }
}

/** files: a list of media names. */
export const files: Family = (value, check) => {
  if (!Array.isArray(value)) return refuse(check, 'type', 'must be a list of media names')
  atMost(value, check, 'media')
  return value.map((item, index) => file(item, { ...check, path: `${check.path}.${index}` }))
}

function nameIn(raw: unknown): string | undefined {
  if (typeof raw !== 'string') return undefined
  const name = nameOf(raw)
  return name === '' || name.length > 500 ? undefined : name
}

/**
 * Returns the crop and focal point from the first address that has them. A read returns them in only one of its
 * addresses.
 * @throws RangeError
 */
export function useIn(raw: readonly unknown[]): PictureUse {
  const uses = raw.map((one) => readFileUse(asText(one) ?? '').use)
  return uses.find((use) => use.rect ?? use.focalPoint) ?? {}
}

/** Returns the name of a media, given its name or its address. */
export function nameOf(raw: string): string {
  return raw.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? ''
}

/**
 * Returns the problem with a media whose kind the field does not accept. A missing media is no error: imports and older
 * clients name files before they upload them.
 * @param type of the media, such as `image/png`
 */
export function otherKind(
  type: string | undefined,
  target: string | undefined,
): string | undefined {
  const isOther = type !== undefined && target !== undefined && !type.startsWith(`${target}/`)
  return isOther ? `must be a media of type ${target}` : undefined
}
