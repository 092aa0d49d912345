import { and, can, has } from '@typecase/plugin-sdk/when'

export const group = 'Macros'
export const inBucket = has('route.bucketSlug')
export const mayWrite = and(inBucket, can('objects:write'))
