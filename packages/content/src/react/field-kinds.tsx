import { useFills } from '@typecase/plugin-sdk/react/slot'

import { type FieldKind, kindsOf } from '../field-kind.ts'

/** The kinds of field that there are right now; the same array until one changes. */
export const useFieldKinds = (): readonly FieldKind[] => kindsOf(useFills('field.kind'))
