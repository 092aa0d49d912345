import { invalid } from '../../../../http/failure.ts'
import { isRecord } from '@typecase/contract/field-values/value-check'

/**
 * Converts values from the list form `[{key, type, value, children}]` to the keyed form. Groups contain their
 * children's values; the rows of older repeaters are children, too, with the type `repeating_item`.
 * @throws Failure `invalid` for an item without a key
 */
export function fromMetafields(list: readonly unknown[], at: string): Record<string, unknown> {
  const entries = list.map((item, index): [string, unknown] => {
    const key = isRecord(item) ? item['key'] : undefined
    if (!isRecord(item) || typeof key !== 'string' || key === '') {
      const path = `${at}.${index}.key`
      throw invalid(path, `${path} is a required field`, 'required')
    }
    return [key, valueOf(item, `${at}.${index}`)]
  })
  return Object.fromEntries(entries)
}

function valueOf(item: Record<string, unknown>, at: string): unknown {
  const { type, value, children } = item
  if (type === 'parent' && Array.isArray(children)) {
    return fromMetafields(children, `${at}.children`)
  }
  if (type === 'repeater' && value === undefined && Array.isArray(children)) {
    return children.map((row: unknown, index) =>
      isRecord(row) && Array.isArray(row['children'])
        ? fromMetafields(row['children'], `${at}.children.${index}.children`)
        : row,
    )
  }
  return value ?? null
}
