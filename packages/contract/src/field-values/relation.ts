import { atMost } from './choice.ts'
import { type Family, isRecord, refuse, type ValueCheck } from './value-check.ts'

/** object: the id of an object. An embedded object, as a read with depth returns it, counts as its id. */
export const relation: Family = (value, check) =>
  target(value, check) ?? refuse(check, 'type', 'must be the id of an object')

/** objects: a list of ids; older clients send a text with commas. */
export const relations: Family = (value, check) => {
  const list = typeof value === 'string' ? value.split(',').map((id) => id.trim()) : value
  if (!Array.isArray(list)) return refuse(check, 'type', 'must be a list of object ids')
  atMost(list, check, 'objects')
  return list.map((item, index) => relation(item, { ...check, path: `${check.path}.${index}` }))
}

function target(value: unknown, { path, field, findings }: ValueCheck): string | undefined {
  const id = isRecord(value) ? value['id'] : value
  if (typeof id !== 'string' || !/^[0-9a-f]{24}$/.test(id)) return undefined
  findings.references.push({
    path,
    kind: 'object',
    target: id,
    expected: field.object_type || undefined,
  })
  return id
}
