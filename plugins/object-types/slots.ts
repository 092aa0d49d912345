import type { ObjectType } from '@typecase/contract/object-types'
import { slot } from '@typecase/plugin-sdk/slot'

/** What the form of an object type will look like, beside its builder. The type is the draft, saved or not. */
export const FormPreview = slot<{ bucketSlug: string; objectType: ObjectType }>(
  'object-types.form-preview',
  1,
)
