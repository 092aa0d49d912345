import type { BodyOf } from '@typecase/contract/endpoint'
import type { addObjectType } from '@typecase/contract/object-types'

/** One object type of a template, in the form of a request that adds it. */
export type TemplateType = BodyOf<typeof addObjectType>['data']

/** Initial object types of a new bucket, in order. A field may point at any of them by slug. */
export type Template = readonly (TemplateType & { slug: string })[]
