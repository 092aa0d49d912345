import { isNumberText } from '@typecase/contract/cell-formats'
import { isRecord } from '@typecase/contract/field-values/value-check'
import type { Metafield, MetafieldType } from '@typecase/contract/metafields'

import { titleOf } from '../../reading/field-inference.ts'
import { createKeys } from '../field-keys.ts'
import { type Meta, MetaRows, type MetaValue } from './meta-values.ts'
import { detach } from './wxr-items.ts'

/** A field of ACF, as its own post in an export defines it. */
export interface AcfField {
  readonly type: string
  readonly title: string
}

/** The objects and media that numbers in values refer to. */
export interface MetaTargets {
  mediaOf(id: string): string | undefined
  objectOf(id: string): { id: string; type: string } | undefined
}

/** Maximum number of examined keys of a type; plugins that put dates into keys create more. */
const MAX_KEYS = 2000
/** Maximum number of fields of a type. */
const MAX_FIELDS = 200
/** Up to this number of objects, a value in a single object makes a field. */
const FEW_OBJECTS = 10
const SAMPLES = 100
const LONG_TEXT_CHARACTERS = 200

/** Properties of the values of a key. */
interface Facts {
  count: number
  kinds: Set<'number' | 'date' | 'text' | 'data'>
  isLong: boolean
  isHtml: boolean
  fieldKey: string | undefined
  /** Numbers among the values; they may be ids if all values are numbers. */
  ids: Set<string>
  isIds: boolean
  hasLists: boolean
  rows: Map<string, Facts> | undefined
}

/** A field, and how its values are read. */
export interface MetaField {
  readonly field: Metafield
  read(value: MetaValue): unknown
}

/** Infers fields from the meta of the objects of one type. */
export function createMetaInference() {
  const byKey = new Map<string, Facts>()
  let objects = 0
  return {
    observe(meta: ReadonlyMap<string, Meta>): void {
      objects += 1
      for (const [key, one] of meta) observe(byKey, key, one)
    },
    /**
     * Returns the fields by the keys of their meta. A key that only one of many objects has makes no field.
     * @param taken keys of other fields
     * @param onLeftOut called with the number of keys that make no field
     */
    fields(
      taken: readonly string[],
      acf: ReadonlyMap<string, AcfField>,
      targets: MetaTargets,
      onLeftOut: (keys: number) => void,
    ): Map<string, MetaField> {
      const keyOf = createKeys()
      for (const key of taken) keyOf(key)
      const repeated = [...byKey]
        .filter(([, { count }]) => count > 1 || objects <= FEW_OBJECTS)
        .toSorted(([, a], [, b]) => b.count - a.count)
        .slice(0, MAX_FIELDS)
      onLeftOut(byKey.size - repeated.length)
      const chosen = new Set(repeated.map(([key]) => key))
      return new Map(
        [...byKey].flatMap(([key, facts]) =>
          chosen.has(key) ? [[key, fieldOf(keyOf(key), key, facts, acf, targets)]] : [],
        ),
      )
    },
  }
}

export type MetaInference = ReturnType<typeof createMetaInference>

function observe(byKey: Map<string, Facts>, key: string, { value, fieldKey }: Meta): void {
  let facts = byKey.get(key)
  if (!facts) {
    if (byKey.size >= MAX_KEYS) return
    facts = {
      count: 0,
      kinds: new Set(),
      isLong: false,
      isHtml: false,
      fieldKey: undefined,
      ids: new Set(),
      isIds: true,
      hasLists: false,
      rows: undefined,
    }
    byKey.set(detach(key), facts)
  }
  facts.count += 1
  facts.fieldKey ??= fieldKey && detach(fieldKey)
  if (value instanceof MetaRows) {
    facts.rows ??= new Map()
    for (const row of value.rows) for (const [cell, inner] of row) observe(facts.rows, cell, inner)
    return
  }
  facts.hasLists ||= typeof value !== 'string'
  for (const one of Array.isArray(value) ? value : [value]) observeIds(facts, one)
  facts.kinds.add(kindOf(value))
  if (typeof value !== 'string') return
  facts.isLong ||= value.length > LONG_TEXT_CHARACTERS || value.includes('\n')
  facts.isHtml ||= /<\/?(?:p|br|a|em|strong|ul|ol|li|h[1-6]|img|div|span)\b[^<>]*>/i.test(value)
}

function observeIds(facts: Facts, value: unknown): void {
  const text = typeof value === 'number' ? String(value) : value
  facts.isIds &&= typeof text === 'string' && /^[1-9]\d{0,14}$/.test(text)
  if (facts.isIds && facts.ids.size < SAMPLES) facts.ids.add(detach(String(text)))
}

function kindOf(value: MetaValue): 'number' | 'date' | 'text' | 'data' {
  if (typeof value !== 'string') return 'data'
  if (isNumberText(value)) return 'number'
  return /^\d{4}-(?:0\d|1[0-2])-[0-3]\d$/.test(value) ? 'date' : 'text'
}

function fieldOf(
  key: string,
  raw: string,
  facts: Facts,
  acf: ReadonlyMap<string, AcfField>,
  targets: MetaTargets,
): MetaField {
  const defined = facts.fieldKey === undefined ? undefined : acf.get(facts.fieldKey)
  const base = { key, title: (defined?.title || titleOf(raw)).slice(0, 200) }
  if (facts.rows) return repeaterOf(base, facts.rows, acf, targets)
  const related = relationOf(base, facts, defined?.type, targets)
  if (related) return related
  const type = typeOf(facts, defined?.type)
  const field: Metafield = {
    ...base,
    type,
    ...(type === 'switch' && { options: 'true,false' }),
  }
  return { field, read: (value) => valueAs(type, value) }
}

/** Returns a repeater. Repeaters cannot be nested, so rows within rows become JSON. */
function repeaterOf(
  base: Pick<Metafield, 'key' | 'title'>,
  cells: ReadonlyMap<string, Facts>,
  acf: ReadonlyMap<string, AcfField>,
  targets: MetaTargets,
): MetaField {
  const keyOf = createKeys()
  const fields = new Map(
    [...cells].map(([cell, facts]) => {
      const flat = facts.rows
        ? { ...facts, rows: undefined, kinds: new Set(['data'] as const) }
        : facts
      return [cell, fieldOf(keyOf(cell), cell, flat, acf, targets)] as const
    }),
  )
  return {
    field: {
      ...base,
      type: 'repeater',
      repeater_fields: [...fields.values()].map(({ field }) => field),
    },
    read: (value) =>
      value instanceof MetaRows
        ? value.rows.map((row) =>
            Object.fromEntries(
              [...row].flatMap(([cell, inner]) => {
                const field = fields.get(cell)
                const read = field?.read(inner.value)
                return field && read !== undefined ? [[field.field.key, read]] : []
              }),
            ),
          )
        : undefined,
  }
}

/** Returns a field of media or objects, if ACF says so or if all numbers in it are their ids. */
function relationOf(
  base: Pick<Metafield, 'key' | 'title'>,
  { fieldKey, ids, isIds, hasLists }: Facts,
  type: string | undefined,
  { mediaOf, objectOf }: MetaTargets,
): MetaField | undefined {
  if (!isIds || ids.size === 0 || fieldKey === undefined) return undefined
  const all = [...ids]
  const isMedia = type ? /^(?:image|file|gallery)$/.test(type) : all.every((id) => mediaOf(id))
  if (isMedia) {
    const read = (value: MetaValue) => listOf(value).flatMap((id) => mediaOf(id) ?? [])
    return hasLists || type === 'gallery'
      ? { field: { ...base, type: 'files' }, read }
      : { field: { ...base, type: 'file' }, read: (value) => read(value)[0] }
  }
  const isRelation = type
    ? /^(?:relationship|post_object|page_link)$/.test(type)
    : all.every((id) => objectOf(id))
  if (!isRelation) return undefined
  const types = new Set(all.flatMap((id) => objectOf(id)?.type ?? []))
  const [target] = types
  const field = {
    ...base,
    ...(types.size === 1 && target !== undefined && { object_type: target }),
  }
  const read = (value: MetaValue) => listOf(value).flatMap((id) => objectOf(id)?.id ?? [])
  return hasLists || type === 'relationship'
    ? { field: { ...field, type: 'objects' }, read }
    : { field: { ...field, type: 'object' }, read: (value) => read(value)[0] }
}

const listOf = (value: MetaValue): string[] =>
  value instanceof MetaRows ? [] : (Array.isArray(value) ? value : [value]).map(String)

const ACF_TYPES: Readonly<Record<string, MetafieldType>> = {
  text: 'text',
  email: 'text',
  url: 'text',
  select: 'text',
  radio: 'text',
  textarea: 'textarea',
  wysiwyg: 'html-textarea',
  oembed: 'text',
  true_false: 'switch',
  date_picker: 'date',
  color_picker: 'color',
}

function typeOf({ kinds, isLong, isHtml }: Facts, acfType: string | undefined): MetafieldType {
  if (kinds.has('data')) return 'json'
  const defined = acfType === undefined ? undefined : ACF_TYPES[acfType]
  if (defined) return defined
  if (kinds.size === 1 && kinds.has('number')) return 'number'
  if (kinds.size === 1 && kinds.has('date')) return 'date'
  if (isHtml) return 'html-textarea'
  return isLong ? 'textarea' : 'text'
}

function valueAs(type: MetafieldType, value: MetaValue): unknown {
  const json = value instanceof MetaRows ? plainRows(value) : value
  if (type === 'json') return json
  if (typeof json !== 'string') return JSON.stringify(json)
  if (type === 'number') return Number(json)
  if (type === 'switch') return json === '1' || json === 'true'
  // ACF writes days without hyphens.
  if (type === 'date') return json.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
  return json
}

const plainRows = ({ rows }: MetaRows): unknown[] =>
  rows.map((row) =>
    Object.fromEntries(
      [...row].map(([key, { value }]) => [
        key,
        value instanceof MetaRows ? plainRows(value) : value,
      ]),
    ),
  )

/** Reads the settings of a field, which ACF stores in the text of its post. */
export function acfFieldOf(title: string, settings: unknown): AcfField {
  const type = isRecord(settings) ? settings['type'] : undefined
  return { title, type: typeof type === 'string' ? type : '' }
}
