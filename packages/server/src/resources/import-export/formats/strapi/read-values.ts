import { isRecord } from '@typecase/contract/field-values/value-check'

import { listOf, present, type Row, rowOf, textOf } from '../rows.ts'
import type { createAssets } from './assets.ts'
import { blocksToHtml } from './blocks.ts'
import { FILE, idOf, type LinkEnd, type Links } from './export-rows.ts'
import { type FieldPlan, ZONE_KIND } from './schemas.ts'

interface ValueReading {
  readonly links: Links
  readonly assets: ReturnType<typeof createAssets>
  /** Returns the id of the object of an entity. */
  objectOf(end: LinkEnd): string | undefined
  warn(message: string, same?: string): void
}

/** Creates a function that reads the values of an entity or a component according to the plan of its fields. */
export function createValueReader({ links, assets, objectOf, warn }: ValueReading) {
  function objects(ends: readonly LinkEnd[]): string[] {
    const ids = ends.map(objectOf)
    if (ids.includes(undefined)) warn('Relations to entries that are not imported are left out.')
    return [...new Set(ids.filter((id) => id !== undefined))]
  }

  function files(ends: readonly LinkEnd[]): string[] {
    const names = ends.filter(({ type }) => type === FILE).map(({ id }) => assets.nameOf(id))
    if (names.includes(undefined)) warn('Fields with files that are not imported are left empty.')
    return names.filter((name) => name !== undefined)
  }

  function numberOf(value: unknown): number | undefined {
    if (value === null || value === undefined || value === '') return undefined
    const number = Number(value)
    const isSafe = Number.isInteger(number) ? Number.isSafeInteger(number) : Number.isFinite(number)
    if (!isSafe) warn('Numbers that are too large to be exact are left out.')
    return isSafe ? number : undefined
  }

  /** @param owner the entity or component whose links are followed */
  function read(plans: readonly FieldPlan[], values: Row, owner: LinkEnd): Record<string, unknown> {
    const record: Record<string, unknown> = {}
    for (const plan of plans) {
      if (plan.metafield) record[plan.metafield.key] = valueOf(plan, values[plan.from], owner)
      else Object.assign(record, readComponent(plan, values[plan.from]))
    }
    return present(record)
  }

  function readComponent({ children, component = '' }: FieldPlan, value: unknown) {
    const values = rowOf(value)
    return read(children, values, { type: component, id: idOf(values['id']) })
  }

  function zoneRow({ zone }: FieldPlan, row: Row): Record<string, unknown>[] {
    const uid = textOf(row['__component'])
    const plans = zone?.get(uid)
    if (!plans) {
      warn('Components that a dynamic zone does not allow are left out.')
      return []
    }
    const values = read(plans, row, { type: uid, id: idOf(row['id']) })
    return [{ [ZONE_KIND]: uid, ...values }]
  }

  function valueOf(plan: FieldPlan, value: unknown, owner: LinkEnd): unknown {
    const ends = () => links(owner.type, owner.id, plan.from)
    switch (plan.form) {
      case 'object':
        return objects(ends())[0]
      case 'objects':
        return objects(ends())
      case 'file':
        return files(ends())[0]
      case 'files':
        return files(ends())
      case 'number':
        return numberOf(value)
      case 'blocks':
        return blocksToHtml(value, (type) =>
          warn(`Texts hold parts of type ${type.slice(0, 100)}, of which the words are taken.`),
        )
      case 'json':
        return typeof value === 'string' ? JSON.stringify(value) : value
      case 'group': {
        const group = readComponent(plan, value)
        return Object.keys(group).length > 0 ? group : undefined
      }
      case 'rows':
        return listOf(value)
          .filter(isRecord)
          .map((row) => readComponent(plan, row))
      case 'zone':
        return listOf(value)
          .filter(isRecord)
          .flatMap((row) => zoneRow(plan, row))
      default:
        return plan.metafield?.type === 'date' ? textOf(value).slice(0, 10) : value
    }
  }

  return read
}
