import { isRecord } from '@typecase/contract/field-values/value-check'
import type { Metafield } from '@typecase/contract/metafields'

import {
  type FieldFacts,
  fieldWith,
  newFacts,
  observeValue,
} from '../../reading/field-inference.ts'
import { createKeys, titleOfKey } from '../field-keys.ts'
import { type Row, textOf } from '../rows.ts'
import { assetIn, referredId } from './documents.ts'
import { isPortableText } from './portable-text.ts'

/** Maximum number of fields of a type, nested ones included. A dictionary of thousands of keys is data, not fields. */
const MAX_FIELDS = 1000
/** Maximum number of fields on the first level. */
const MAX_FIRST = 400

/** Kinds of values, which decide how the values are read. */
export type Form =
  | 'plain'
  | 'text'
  | 'slug'
  | 'reference'
  | 'references'
  | 'image'
  | 'file'
  | 'images'
  | 'files'
  | 'group'
  | 'rows'
  | 'json'

/** The properties of a field's values. */
export interface Shape {
  readonly forms: Set<Form>
  readonly facts: FieldFacts
  /** Ids of referenced documents. */
  readonly targets: Set<string>
  /** Types of the rows of a list. */
  readonly rowTypes: Set<string>
  /** Types of the rows that contain the field. */
  readonly within: Set<string>
  readonly inner: Map<string, Shape>
}

/** A field of an object, and how its value is read. */
export interface FieldPlan {
  /** Key in Sanity; null for the file in a row that is itself a file. */
  readonly from: string | null
  readonly form: Form | 'extras'
  /** Undefined for a flattened group: its fields are in the list that contains it. */
  readonly metafield?: Metafield
  readonly children: readonly FieldPlan[]
}

/** Properties of an image that are not fields. */
const OF_IMAGE = new Set(['asset', 'crop', 'hotspot', 'media'])
export const isField = (key: string): boolean => !key.startsWith('_')

export const newShape = (): Shape => ({
  forms: new Set(),
  facts: newFacts(),
  targets: new Set(),
  rowTypes: new Set(),
  within: new Set(),
  inner: new Map(),
})

/** Collects the shapes of the values in the documents of one type. */
export function createShapes(warn: (message: string) => void) {
  const first = new Map<string, Shape>()
  let count = 0

  function observeFields(into: Map<string, Shape>, values: Row, skipped?: ReadonlySet<string>) {
    for (const [key, value] of Object.entries(values)) {
      if (!isField(key) || skipped?.has(key) || value === null || value === undefined) continue
      let shape = into.get(key)
      if (!shape) {
        if (count >= MAX_FIELDS || (into === first && first.size >= MAX_FIRST)) {
          warn(`Documents have more than ${MAX_FIRST} different fields: the others are left out.`)
          continue
        }
        count += 1
        shape = newShape()
        into.set(key, shape)
      }
      observe(shape, value)
    }
  }

  function observe(shape: Shape, value: unknown): void {
    const form = formOf(value)
    if (form === undefined) return
    shape.forms.add(form)
    if (form === 'plain') observeValue(shape.facts, value, false)
    const items = Array.isArray(value) ? value : [value]
    for (const item of items.filter(isRecord)) {
      const target = referredId(item)
      if (target !== undefined) shape.targets.add(target)
      if (form === 'group') observeFields(shape.inner, item)
      if (form === 'image' || form === 'file' || form === 'images' || form === 'files')
        observeFields(shape.inner, item, OF_IMAGE)
      if (form !== 'rows') continue
      const type = textOf(item['_type'])
      shape.rowTypes.add(type)
      observeFields(shape.inner, item)
      for (const key of Object.keys(item)) shape.inner.get(key)?.within.add(type)
    }
  }

  return {
    first,
    observe: (document: Row) => observeFields(first, document),
  }
}

/** Returns the form of a value; undefined for an empty one. */
function formOf(value: unknown): Form | undefined {
  if (value === '' || value === null || value === undefined) return undefined
  if (Array.isArray(value)) return formOfList(value)
  if (!isRecord(value)) return 'plain'
  if (referredId(value) !== undefined) return 'reference'
  if ('_ref' in value) return 'json'
  const asset = assetIn(value)
  if (asset) return asset.kind
  if (value['_type'] === 'image' || value['_type'] === 'file') return value['_type']
  if (typeof value['current'] === 'string') return 'slug'
  return Object.keys(value).some(isField) ? 'group' : undefined
}

function formOfList(list: readonly unknown[]): Form | undefined {
  if (list.length === 0) return undefined
  if (isPortableText(list)) return 'text'
  const rows = list.filter(isRecord)
  if (rows.length < list.length) return rows.length > 0 ? 'json' : 'plain'
  if (rows.every((row) => referredId(row) !== undefined)) return 'references'
  const [kind, ...kinds] = new Set(rows.map((row) => assetIn(row)?.kind))
  if (kind && kinds.length === 0) return kind === 'image' ? 'images' : 'files'
  return rows.some((row) => '_ref' in row) ? 'json' : 'rows'
}

/** Returns the one form in which all values of a field can be read. */
function formIn({ forms }: Shape): Form {
  const [form = 'plain', ...others] = forms
  if (others.length === 0) return form
  if (forms.size > 2) return 'json'
  if (forms.has('plain') && forms.has('text')) return 'text'
  if (forms.has('plain') && forms.has('slug')) return 'slug'
  return 'json'
}

interface Planning {
  /** Returns the slug of the type that all target documents have. */
  typeOf(targets: ReadonlySet<string>): string | undefined
}

type Level = 'type' | 'group' | 'rows'

/**
 * Plans fields for the values of a type. Groups cannot contain groups, and rows cannot contain rows: groups in them are
 * flattened, and rows within rows stay JSON.
 */
export function planFields(
  shapes: ReadonlyMap<string, Shape>,
  planning: Planning,
  skipped: ReadonlySet<string> = new Set(),
): FieldPlan[] {
  return planLevel(shapes, { ...planning, level: 'type', keyOf: createKeys(), prefix: '', skipped })
}

interface LevelPlanning extends Planning {
  readonly level: Level
  readonly keyOf: (raw: string) => string
  /** Keys of the flattened groups around the fields. */
  readonly prefix: string
  readonly skipped?: ReadonlySet<string>
}

function planLevel(shapes: ReadonlyMap<string, Shape>, work: LevelPlanning): FieldPlan[] {
  return [...shapes].flatMap(([from, shape]) =>
    work.skipped?.has(from) || shape.forms.size === 0 ? [] : planField(from, shape, work),
  )
}

function planField(from: string, shape: Shape, work: LevelPlanning): FieldPlan[] {
  const { level, keyOf, prefix } = work
  const path = prefix + from
  const form = formIn(shape)
  const below = { ...work, skipped: new Set<string>() }
  if (form === 'group' && level !== 'type') {
    const children = planLevel(shape.inner, { ...below, prefix: `${path}_` })
    return [{ from, form, children }]
  }
  const title = titleOfKey(path).slice(0, 200)
  const base = { key: keyOf(path), title }
  const leaf = (metafield: Omit<Metafield, 'key' | 'title'>, as = form): FieldPlan => ({
    from,
    form: as,
    metafield: { ...base, ...metafield },
    children: [],
  })
  switch (form) {
    case 'plain':
      return [{ from, form, metafield: fieldWith(shape.facts, base), children: [] }]
    case 'text':
      return [leaf({ type: 'html-textarea' })]
    case 'slug':
      return [leaf({ type: 'text' })]
    case 'reference':
    case 'references': {
      const type = work.typeOf(shape.targets)
      const target = type === undefined ? {} : { object_type: type }
      return [leaf({ type: form === 'reference' ? 'object' : 'objects', ...target })]
    }
    case 'image':
    case 'file': {
      const kind = form === 'image' ? { media_validation_type: 'image' as const } : {}
      const extras = planLevel(shape.inner, { ...below, prefix: `${path}_` })
      return [
        leaf({ type: 'file', ...kind }),
        ...(extras.length > 0 ? [{ from, form: 'extras' as const, children: extras }] : []),
      ]
    }
    case 'images':
    case 'files':
      return [planFiles(from, form, shape, work, base)]
    case 'group':
      return [leafWith(from, form, base, 'parent', planLevel(shape.inner, inside(work, 'group')))]
    case 'rows':
      return level === 'rows'
        ? [leaf({ type: 'json' }, 'json')]
        : [planRows(from, shape, work, base)]
    default:
      return [leaf({ type: 'json' })]
  }
}

const inside = (work: LevelPlanning, level: Level): LevelPlanning => ({
  ...work,
  level,
  keyOf: createKeys(),
  prefix: '',
  skipped: new Set(),
})

/** Returns a group or repeater of planned fields. */
function leafWith(
  from: string,
  form: Form,
  base: { key: string; title: string },
  type: 'parent' | 'repeater',
  children: readonly FieldPlan[],
): FieldPlan {
  const fields = metafieldsOf(children)
  return {
    from,
    form,
    children,
    metafield: {
      ...base,
      type,
      ...(type === 'parent' ? { children: fields } : { repeater_fields: fields }),
    },
  }
}

/** Plans a list of images or files. Those with their own texts become rows; an alt text belongs to the media. */
function planFiles(
  from: string,
  form: 'images' | 'files',
  { inner }: Shape,
  work: LevelPlanning,
  base: { key: string; title: string },
): FieldPlan {
  const kind = form === 'images' ? { media_validation_type: 'image' as const } : {}
  const hasTexts = [...inner.keys()].some((key) => key !== 'alt')
  if (!hasTexts || work.level === 'rows')
    return { from, form, metafield: { ...base, type: 'files', ...kind }, children: [] }
  const rows = inside(work, 'rows')
  const key = rows.keyOf(form === 'images' ? 'image' : 'file')
  const file: FieldPlan = {
    from: null,
    form: form === 'images' ? 'image' : 'file',
    metafield: { key, title: titleOfKey(key), type: 'file', ...kind },
    children: [],
  }
  return leafWith(from, 'rows', base, 'repeater', [file, ...planLevel(inner, rows)])
}

/** Plans the rows of a list. If there are several types, each row states its type, and shows only its fields. */
function planRows(
  from: string,
  { inner, rowTypes }: Shape,
  work: LevelPlanning,
  base: { key: string; title: string },
): FieldPlan {
  const rows = inside(work, 'rows')
  if (rowTypes.size < 2 || rowTypes.has(''))
    return leafWith(from, 'rows', base, 'repeater', planLevel(inner, rows))
  const key = rows.keyOf('_type')
  const type: FieldPlan = {
    from: '_type',
    form: 'plain',
    metafield: {
      key,
      title: 'Type',
      type: 'select',
      options: [...rowTypes].map((value) => ({ value })),
    },
    children: [],
  }
  const children = [...inner].flatMap(([name, shape]) => {
    const [only, ...others] = shape.within
    const plans = planLevel(new Map([[name, shape]]), rows)
    return only === undefined || others.length > 0
      ? plans
      : plans.map((plan) => shownWhen(plan, { key, op: 'eq', value: only }))
  })
  return leafWith(from, 'rows', base, 'repeater', [type, ...children])
}

function shownWhen(
  { metafield, children, ...plan }: FieldPlan,
  condition: NonNullable<Metafield['show_when']>,
): FieldPlan {
  return metafield
    ? { ...plan, children, metafield: { ...metafield, show_when: condition } }
    : { ...plan, children: children.map((child) => shownWhen(child, condition)) }
}

export const metafieldsOf = (plans: readonly FieldPlan[]): Metafield[] =>
  plans.flatMap(({ metafield, children }) => metafield ?? metafieldsOf(children))
