import type { Metafield } from '@typecase/contract/metafields'
import type { CmsObject } from '@typecase/contract/objects'
import type { ObjectType } from '@typecase/contract/object-types'
import type { DiffPart } from '@typecase/ui/diff-parts'
import { formatCount } from '@typecase/ui/count'

import {
  type BlockRow,
  describeBlocks,
  compareBlocks,
  htmlBlocks,
  markdownBlocks,
} from './blocks.ts'
import { type ComparedRows, compareRows, valueText } from './rows.ts'
import { changedWords, wordParts } from './text-diff.ts'

/** An item of a list on one or both sides: the id of a related object, or the name of a file. */
export interface Item {
  readonly id: string
  readonly state: 'same' | 'added' | 'removed'
}

export type Difference =
  | { readonly kind: 'words'; readonly parts: DiffPart[] }
  | { readonly kind: 'blocks'; readonly rows: readonly BlockRow[] }
  | { readonly kind: 'relations' | 'files'; readonly left: Item[]; readonly right: Item[] }
  | ({ readonly kind: 'rows' } & ComparedRows)

/** A field with different values. */
export interface ComparedField {
  /** The path, in the form of `fields` of a restore. */
  readonly path: string
  /** Unique key. Several children of a group share a path. */
  readonly key: string
  readonly title: string
  /** The difference in words. */
  readonly summary: string
  readonly difference: Difference
}

export interface Comparison {
  readonly differing: readonly ComparedField[]
  /** Titles of the fields with equal values. */
  readonly same: readonly string[]
}

interface ComparedValue {
  readonly key: string
  readonly path: string
  readonly field: Pick<Metafield, 'type' | 'title'> & Partial<Metafield>
  readonly left: unknown
  readonly right: unknown
}

/** Compares two states of an object, field by field in the order of the form. */
export function compareObjects(
  type: Pick<ObjectType, 'metafields'> | undefined,
  left: CmsObject,
  right: CmsObject,
): Comparison {
  const objectField = (
    key: 'title' | 'slug' | 'locale' | 'thumbnail' | 'content',
    title: string,
    kind: Metafield['type'],
  ): ComparedValue => ({
    key,
    path: key,
    field: { type: kind, title },
    left: left[key],
    right: right[key],
  })
  const fields = type?.metafields ?? []
  const keys = new Set([...Object.keys(left.metadata), ...Object.keys(right.metadata)])
  const others = [...keys]
    .filter((key) => !fields.some((field) => field.key === key))
    .map((key): Metafield => ({ key, title: key, type: 'text' }))
  const all: ComparedValue[] = [
    objectField('title', 'Title', 'text'),
    objectField('slug', 'Slug', 'text'),
    objectField('locale', 'Locale', 'text'),
    objectField('thumbnail', 'Thumbnail', 'file'),
    objectField('content', 'Content', 'html-textarea'),
    ...[...fields, ...others].flatMap((field) =>
      splitGroup(field, left.metadata[field.key], right.metadata[field.key]),
    ),
  ]
  const differing: ComparedField[] = []
  const same: string[] = []
  for (const one of all) {
    if (isEqual(one.left, one.right)) {
      if (!isEmpty(one.left) || one.path.startsWith('metadata.')) same.push(one.field.title)
    } else differing.push(compareValue(one))
  }
  return { differing, same }
}

/** Splits a group into its children, which are compared separately. */
function splitGroup(field: Metafield, left: unknown, right: unknown): ComparedValue[] {
  const path = `metadata.${field.key}`
  if (field.type !== 'parent') return [{ key: path, path, field, left, right }]
  const valueIn = (group: unknown, key: string): unknown =>
    typeof group === 'object' && group !== null ? (group as Record<string, unknown>)[key] : null
  return (field.children ?? []).map((child) => ({
    key: `${path}.${child.key}`,
    path,
    field: { ...child, title: `${field.title} › ${child.title}` },
    left: valueIn(left, child.key),
    right: valueIn(right, child.key),
  }))
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && !value.length)

const isEqual = (a: unknown, b: unknown) =>
  (isEmpty(a) && isEmpty(b)) || JSON.stringify(a) === JSON.stringify(b)

function compareValue({ key, path, field, left, right }: ComparedValue): ComparedField {
  const difference = differenceOf(field, left, right)
  return { key, path, title: field.title, summary: describeDifference(difference), difference }
}

function differenceOf(field: ComparedValue['field'], left: unknown, right: unknown): Difference {
  switch (field.type) {
    case 'html-textarea':
      return blocks(htmlBlocks, left, right)
    case 'rich-text':
    case 'markdown':
      return blocks(markdownBlocks, left, right)
    case 'object':
    case 'objects':
      return { kind: 'relations', ...items(left, right) }
    case 'file':
    case 'files':
      return { kind: 'files', ...items(left, right) }
    case 'repeater':
      // The sub-fields provide the names.
      return { kind: 'rows', ...compareRows(field as Metafield, list(left), list(right)) }
    case 'json':
      return { kind: 'words', parts: wordParts(json(left), json(right)) }
    default:
      return { kind: 'words', parts: wordParts(textOf(left), textOf(right)) }
  }
}

const blocks = (
  read: (text: string) => ReturnType<typeof htmlBlocks>,
  left: unknown,
  right: unknown,
): Difference => ({
  kind: 'blocks',
  rows: compareBlocks(read(textOf(left)), read(textOf(right))),
})

const textOf = (value: unknown) => (typeof value === 'string' ? value : valueText(value))
const json = (value: unknown) =>
  typeof value === 'string' ? value : isEmpty(value) ? '' : JSON.stringify(value, null, 2)
const list = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : isEmpty(value) ? [] : [value]

/** Returns the ids or names in a value. A value may contain whole objects instead of references. */
function namesIn(value: unknown): string[] {
  return list(value).flatMap((one): string[] => {
    if (typeof one === 'string') return one.split(',').flatMap((part) => part.trim() || [])
    if (typeof one !== 'object' || one === null) return []
    const { id, name } = one as Record<string, unknown>
    return [name ?? id].filter((text) => typeof text === 'string')
  })
}

function items(left: unknown, right: unknown): { left: Item[]; right: Item[] } {
  const [a, b] = [namesIn(left), namesIn(right)]
  return {
    left: a.map((id) => ({ id, state: b.includes(id) ? 'same' : 'removed' })),
    right: b.map((id) => ({ id, state: a.includes(id) ? 'same' : 'added' })),
  }
}

const describeCounts = (counts: readonly (readonly [number, string])[]) =>
  counts.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : [])).join(', ')

function describeDifference(difference: Difference): string {
  switch (difference.kind) {
    case 'words': {
      const count = changedWords(difference.parts)
      return `${formatCount(count, 'word')} changed`
    }
    case 'blocks':
      return describeBlocks(difference.rows)
    case 'rows': {
      const states = (side: ComparedRows['left'], state: string) =>
        side.filter((row) => row.state === state).length
      const { left, right } = difference
      return describeCounts([
        [right.filter(({ from }) => from !== undefined).length, 'moved'],
        [states(right, 'changed'), 'changed'],
        [states(right, 'added'), 'added'],
        [states(left, 'removed'), 'removed'],
      ])
    }
    default: {
      const added = difference.right.filter(({ state }) => state === 'added').length
      const removed = difference.left.filter(({ state }) => state === 'removed').length
      return (
        describeCounts([
          [added, 'added'],
          [removed, 'removed'],
        ]) || 'Different order'
      )
    }
  }
}

const texts: readonly string[] = ['text', 'textarea', 'html-textarea', 'markdown', 'rich-text']

/** Returns the fields that contain sentences. */
export const textFields = (type: ObjectType | undefined): { path: string; title: string }[] => [
  { path: 'title', title: 'Title' },
  ...(type?.options.content_editor ? [{ path: 'content', title: 'Content' }] : []),
  ...(type?.metafields ?? [])
    .filter((field) => texts.includes(field.type))
    .map((field) => ({ path: `metadata.${field.key}`, title: field.title })),
]
