import { PRODUCT } from '@typecase/contract/product'

const SCHEME = PRODUCT.toLowerCase()

/** Kinds of content that are resources. */
export type ResourceKind = 'objects' | 'media'

/** `typecase://{bucket}/objects/{id}` */
export const templateOf = (kind: ResourceKind): string => `${SCHEME}://{bucket}/${kind}/{id}`

/** `typecase://blog/objects/66…` */
export const resourceUri = (bucket: string, kind: ResourceKind, id: string): string =>
  `${SCHEME}://${bucket}/${kind}/${id}`

const OBJECT_URI = new RegExp(String.raw`^${SCHEME}://([^/]+)/objects/([\da-f]{24})$`)

/** The bucket and the id in the address of an object. */
export function readObjectUri(uri: string): { bucket: string; id: string } | undefined {
  const [, bucket, id] = OBJECT_URI.exec(uri) ?? []
  return bucket === undefined || id === undefined ? undefined : { bucket, id }
}
