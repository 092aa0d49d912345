import { isDeepStrictEqual } from 'node:util'

import { isForbiddenKey } from '@typecase/content-query/fields'
import { checkValues } from '@typecase/contract/field-values/check-values'
import { isEmpty, isRecord, type Reference } from '@typecase/contract/field-values/value-check'
import type { Metafield } from '@typecase/contract/metafields'
import { storedFileUse } from '@typecase/contract/picture-use'

import { type ObjectVersion, parseValues } from '../../objects/model/state.ts'
import { convertValues, type FileConversion } from '../../objects/model/values/convert-value.ts'
import { newFindings } from '../../objects/model/values/findings.ts'
import type { TypeModel } from '../../objects/model/type-model.ts'
import type { Issues } from '../reading/issues.ts'
import type { StagedObject } from '../reading/staged-object.ts'
import { valuesInCells } from './cell-values.ts'
import type { NamedMedia } from './named-media.ts'
import type { References } from './references.ts'

type Values = Record<string, unknown>

export interface MetadataPlanning {
  issues: Issues
  references: References
  named: NamedMedia
  /** Models by type; an unknown type has none. */
  models: ReadonlyMap<string, TypeModel>
  mode: 'merge' | 'replace'
  /** Whether values that break a field's rules are errors, not warnings: other systems export such values. */
  isStrict: boolean
}

/**
 * Returns the metadata that a row stores. Merging keeps values that the file lacks; replacing removes them, except for
 * a table, which cannot contain all values. Stored values are not checked: the rules of a field may have changed since.
 * @param before the current version of the row's object
 * @param media collects the media that must be of a certain kind
 * @returns the JSON to store, identical to the stored text without a change; undefined for an invalid row
 */
export function metadataOf(
  work: MetadataPlanning,
  row: number,
  object: StagedObject,
  before: ObjectVersion | undefined,
  media: Reference[],
): string | undefined {
  const { models, named, issues, isStrict, mode } = work
  const ofType = models.get(object.type)?.fields
  if (!ofType) {
    const words = `there is no object type “${object.type}”`
    issues.error(row, 'type', words, 'unknown_type', object.title)
    return undefined
  }
  let isBroken = false
  const fail = (path: string, message: string, rule = 'type') => {
    isBroken = true
    issues.error(row, path, message, rule, object.title)
  }
  const stored = before && parseValues(before.metadata)
  const values = convertedValues(work, row, object, ofType, stored, fail)
  if (isBroken) return undefined
  named.add(storedFileUse(object.thumbnail ?? '').name, 'Thumbnail', row)
  const changes = Object.entries(values).filter(
    ([key, value]) =>
      !(stored && Object.hasOwn(stored, key) && isDeepStrictEqual(stored[key], value)),
  )
  const findings = newFindings()
  checkValues(ofType, Object.fromEntries(changes), 'metadata', findings)
  for (const [key] of changes) {
    if (isForbiddenKey(key)) fail(`metadata.${key}`, `metadata.${key} is not allowed as a key`)
  }
  for (const { path, message, rule } of findings.problems) {
    // A type without fields takes any key.
    if (rule === 'unknown_key' && (ofType.length === 0 || !isStrict)) continue
    if (isStrict) fail(path, message, rule)
    else issues.warn(message, row)
  }
  media.push(...findings.references.filter(({ kind }) => kind === 'media'))
  if (isBroken) return undefined
  if (!before) return JSON.stringify(values)
  const isMerged = mode === 'merge' || object.cells !== undefined
  const merged = isMerged ? { ...stored, ...values } : values
  return isDeepStrictEqual(stored, merged) ? before.metadata : JSON.stringify(merged)
}

/** Converts the values of a row to the form that its type stores. */
function convertedValues(
  { references, named }: MetadataPlanning,
  row: number,
  object: StagedObject,
  fields: readonly Metafield[],
  stored: Readonly<Values> | undefined,
  fail: (path: string, message: string, rule?: string) => void,
): Values {
  const { cells, isExact } = object
  const values = cells ? valuesInCells(fields, cells, stored) : object.values
  /** Paths of relations to missing objects, which stay unchanged. */
  const unchanged: string[] = []
  const referFor =
    (isStored: boolean): FileConversion['refer'] =>
    (value, field, path) => {
      const relation = { value, field, path, row, isStored, isExact: isExact ?? false }
      const { id, missing } = references.refer(relation)
      if (missing?.policy === 'error') fail(path, missing.message, 'reference')
      if (missing?.policy === 'keep') unchanged.push(path)
      return id
    }
  const conversion: FileConversion = {
    isExact,
    fail,
    refer: referFor(false),
    names: (media, field) => named.add(media, field.title, row),
  }
  const convert = (values: Readonly<Values>) => {
    const converted = convertValues(fields, values, 'metadata', conversion)
    for (const path of unchanged) putBack(converted, stored ?? {}, path.split('.').slice(1))
    return converted
  }
  if (!stored) return convert(values)

  const isStored = ([key, value]: [string, unknown]) =>
    isDeepStrictEqual(stored[key], value) && !references.hasMoved(value)
  const [same, others] = partition(Object.entries(values), isStored)
  // The references in unchanged values still count as used.
  convertValues(fields, same, 'metadata', {
    ...conversion,
    fail: () => {},
    refer: referFor(true),
  })
  const converted = convert(others)
  if (!isExact) {
    // Other systems have a single form of an empty value, so the stored form stays.
    for (const [key, value] of Object.entries(converted)) {
      if (!isEmpty(value) || !isEmpty(stored[key])) continue
      if (Object.hasOwn(stored, key)) converted[key] = stored[key]
      else delete converted[key]
    }
  }
  return { ...same, ...converted }
}

/** Restores the stored value at a path. Rows of a repeater have no identity: they are restored as a whole. */
function putBack(values: Values, stored: Readonly<Values>, [key = '', ...below]: string[]): void {
  const [value, before] = [values[key], stored[key]]
  if (below.length > 0 && isRecord(value)) putBack(value, isRecord(before) ? before : {}, below)
  else if (Object.hasOwn(stored, key)) values[key] = before
  else delete values[key]
}

function partition(
  entries: readonly [string, unknown][],
  isFirst: (entry: [string, unknown]) => boolean,
): [Values, Values] {
  const parts: [Values, Values] = [{}, {}]
  for (const entry of entries) parts[isFirst(entry) ? 0 : 1][entry[0]] = entry[1]
  return parts
}
