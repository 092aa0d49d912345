import type { FilterOperator } from '@typecase/content-query/filter-fields'
import type { Metafield, MetafieldType } from '@typecase/contract/metafields'
import type { CmsObject } from '@typecase/contract/objects'
import type { OwnedFill } from '@typecase/plugin-sdk/react/host'
import { fill, type FillOptions, type SlotFill } from '@typecase/plugin-sdk/slot'
import type { ComponentType } from 'react'

/** Props of a field's editor. */
export interface FieldEditorProps {
  readonly field: Metafield
  /** Path of the field in the object, as queries write it: `metadata.stars`. */
  readonly path: string
  /** Undefined and null are no value; of another form when someone stored it who does not know the kind. */
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  /** Props of a design system component: label, description, and the problem once it should be visible. */
  readonly text: {
    readonly label: string
    readonly note: string
    readonly description: string | undefined
    readonly isRequired: boolean
    readonly errorMessage: string | undefined
    readonly isTouched: boolean | undefined
  }
}

/** Props of a cell in a list. */
export interface FieldCellProps {
  readonly field: Metafield
  readonly value: unknown
  readonly object: CmsObject
}

/** The declaration of a field kind. */
export interface FieldKindInfo {
  /** The storage type of the values. The server checks, compares, converts and exports them as this type. */
  readonly type: MetafieldType
  /** Shows the fields of its type that name no kind. One for each type, of the plugin of objects. */
  readonly isDefault?: boolean
  readonly description?: string
  /** The field takes half the width of a wide form, next to another one. */
  readonly isShort?: boolean
  /** Height in pixels before its code loads, so that nothing jumps; for kinds that load when they are near. */
  readonly height?: number
  /** One cell of a list; without it the value is shown as its type is. */
  cell?(): Promise<{ default: ComponentType<FieldCellProps> }>
  /** The operators of its type that make sense, the usual one first; all of them by default. */
  readonly operators?: readonly FilterOperator[]
  /** Settings of a new field: `{ min: 1, max: 5 }`. The server enforces those of its type. */
  readonly settings?: Partial<Metafield>
  /**
   * Problem with a value that keeps the rules of its type, as a sentence with the field's title. Asked while one
   * types, and before saving; a few lines without imports, because it comes with the declaration.
   */
  problem?(value: unknown, field: Metafield): string | undefined
}

declare module '@typecase/plugin-sdk/slot' {
  interface Slots {
    /** Kinds of field: the panel is the editor. Made by `fieldKind`. */
    'field.kind': FieldEditorProps
  }
  interface SlotInfo {
    'field.kind': FieldKindInfo
  }
}

/** Options of `fieldKind`. */
export type FieldKindOptions = Omit<FillOptions<'field.kind'>, 'info'> & FieldKindInfo

/**
 * Declares a kind of field; `load` loads its editor. A field is of this kind when its `kind` is the id.
 * @example
 * slots: [fieldKind({ id: 'rating.stars', title: 'Rating', type: 'number', load: () => import('./views/stars.tsx') })]
 */
export function fieldKind({
  id,
  title,
  icon,
  order,
  when,
  load,
  ...info
}: FieldKindOptions): SlotFill {
  return fill('field.kind', {
    id,
    ...(title && { title }),
    ...(icon && { icon }),
    ...(order !== undefined && { order }),
    ...(when && { when }),
    load,
    info,
  })
}

/** A registered kind. */
export interface FieldKind extends OwnedFill {
  readonly info: FieldKindInfo
}

/** The field kinds among a slot's fills. */
export const kindsOf = (fills: readonly OwnedFill[]): readonly FieldKind[] =>
  fills as readonly FieldKind[]

/**
 * The kind of a field: the one that it names, if that is present and stores values of the field's type; otherwise the
 * default of its type.
 */
export function kindOf(
  kinds: readonly FieldKind[],
  { kind, type }: Pick<Metafield, 'kind' | 'type'>,
): FieldKind | undefined {
  return (
    kinds.find(({ id, info }) => id === kind && info.type === type) ??
    kinds.find(({ info }) => info.isDefault && info.type === type)
  )
}
