import type { FieldEdit } from '@typecase/contract/bulk-edit'
import type { MacroStep } from '@typecase/contract/macros'

/** An edit in a step, and its field. */
export interface IndexedEdit {
  /** The path as in queries: `title`, `metadata.price`. */
  readonly field: string
  /** Keys from the step's body to the edit. */
  readonly at: readonly string[]
  readonly edit: FieldEdit
}

/** Returns the field edits in a step, those of an object's own fields first. */
export function fieldEdits({ call, body }: MacroStep): readonly IndexedEdit[] {
  if (call !== 'objects.bulkEdit') return []
  const data = (body['data'] ?? {}) as Readonly<Record<string, unknown>>
  return (['fields', 'metadata'] as const).flatMap((part) =>
    // The contract's schema of the call has validated them.
    Object.entries((data[part] ?? {}) as Readonly<Record<string, FieldEdit>>).map(
      ([key, edit]) => ({
        field: part === 'fields' ? key : `metadata.${key}`,
        at: ['data', part, key],
        edit,
      }),
    ),
  )
}

/** Returns the key of the argument that replaces a step's value, or undefined for a literal value. */
export function argumentIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const entries = Object.entries(value)
  const [name, key] = entries[0] ?? []
  return entries.length === 1 && name === '$arg' && typeof key === 'string' ? key : undefined
}
