import { useFills } from '@typecase/plugin-sdk/react/slot'

import { type FieldKind, kindsOf } from '../field-kind.ts'

/** Returns the registered field kinds; the same array until one changes. */
export const useFieldKinds = (): readonly FieldKind[] => kindsOf(useFills('field.kind'))
