import { isRecord } from '@typecase/contract/field-values/value-check'

import type { FormatReading } from '../format.ts'
import { listOf, present, type Row, rowOf, textOf } from '../rows.ts'
import type { createAssets } from './assets.ts'
import { type DocumentIndex, objectId } from './document-index.ts'
import { referredId } from './documents.ts'
import type { FieldPlan } from './infer-fields.ts'
import { portableTextToHtml, type TextTargets } from './portable-text.ts'

interface ValueReading {
  readonly index: DocumentIndex
  importedObject: FormatReading['importedObject']
  readonly assets: ReturnType<typeof createAssets>
  warn(message: string, same?: string): void
}

/** Creates a function that reads the values of a document, or of a part of one, according to the plan of its fields. */
export function createValueReader({ index, importedObject, assets, warn }: ValueReading) {
  /** Returns the object of a document, which an earlier import may have created. */
  const targetOf = (id: string) => index.get(id) ?? importedObject(objectId(id))

  const targets: TextTargets = {
    object(id) {
      const document = targetOf(id)
      if (!document) warn('Texts refer to documents that are not imported: the link is left out.')
      return document
    },
    asset: (value) => assets.display(value),
    onUnknown: (type) =>
      warn(`Parts of type ${type.slice(0, 100)} within texts: their words became paragraphs.`),
  }

  function relation(value: unknown): string | undefined {
    const id = referredId(value)
    if (id === undefined) return undefined
    const target = targetOf(id)
    if (!target) warn('Relations to documents that are not imported are left out.')
    return target?.id
  }

  function read(plans: readonly FieldPlan[], record: Row): Record<string, unknown> {
    const values: Record<string, unknown> = {}
    for (const plan of plans) {
      const value = plan.from === null ? record : record[plan.from]
      if (value === null || value === undefined) continue
      if (plan.metafield) values[plan.metafield.key] = valueOf(plan, value)
      else Object.assign(values, read(plan.children, rowOf(value)))
    }
    return present(values)
  }

  function valueOf({ form, metafield, children }: FieldPlan, value: unknown): unknown {
    switch (form) {
      case 'plain':
        return plainValue(value, metafield?.type)
      case 'text':
        return portableTextToHtml(value, targets)
      case 'slug':
        return textOf(value) || textOf(rowOf(value)['current'])
      case 'reference':
        return relation(value)
      case 'references':
        return listOf(value)
          .map(relation)
          .filter((id) => id !== undefined)
      case 'image':
      case 'file':
        return assets.fieldValue(value)
      case 'images':
      case 'files':
        return listOf(value)
          .map((item) => assets.fieldValue(item))
          .filter((name) => name !== undefined)
      case 'group':
        return read(children, rowOf(value))
      case 'rows':
        return listOf(value)
          .filter(isRecord)
          .map((row) => read(children, row))
      default:
        return typeof value === 'string' ? JSON.stringify(value) : value
    }
  }

  return read
}

/** Returns a plain value. A field with several kinds of values takes all of them as text or as JSON. */
function plainValue(value: unknown, type: string | undefined): unknown {
  if (type === 'json') return typeof value === 'string' ? JSON.stringify(value) : value
  const isText = type === 'text' || type === 'textarea'
  return isText && typeof value !== 'string' ? String(value) : value
}
