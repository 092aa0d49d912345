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
  /** Undefined and null mean no value. It has another shape if a client that does not know the kind stored it. */
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
  /** Used for fields of its type that name no kind. The plugin of objects declares one for each type. */
  readonly isDefault?: boolean
  readonly description?: string
  /** The field takes half the width of a wide form, so two fit next to each other. */
  readonly isShort?: boolean
  /**
   * Height in pixels until its code loads, so the layout does not jump. For kinds that load when scrolled near.
   */
  readonly height?: number
  /** Loads the cell of a list. Without it, the value is shown in the way of its type. */
  cell?(): Promise<{ default: ComponentType<FieldCellProps> }>
  /** The operators of its type that make sense, the most usual one first; all of them by default. */
  readonly operators?: readonly FilterOperator[]
  /** Settings of a new field: `{ min: 1, max: 5 }`. The server enforces those of its type. */
  readonly settings?: Partial<Metafield>
  /**
   * Returns the problem with a value that satisfies the rules of its type, as a sentence with the field's title. Called
   * while the user types and before saving. Keep it to a few lines without imports, because it loads with the
   * declaration.
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

/** Returns the fills of the slot as field kinds. */
export const kindsOf = (fills: readonly OwnedFill[]): readonly FieldKind[] =>
  fills as readonly FieldKind[]

/**
 * Returns the kind of a field: the one that the field names, if it is registered and stores values of the field's type;
 * otherwise the default of its type.
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
