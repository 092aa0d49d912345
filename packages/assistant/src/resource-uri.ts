import { PRODUCT } from '@typecase/contract/product'

const SCHEME = PRODUCT.toLowerCase()

/** The kinds of content that are resources. */
export type ResourceKind = 'objects' | 'media'

/** Returns the URI template: `typecase://{bucket}/objects/{id}`. */
export const templateOf = (kind: ResourceKind): string => `${SCHEME}://{bucket}/${kind}/{id}`

/** Returns a URI such as `typecase://blog/objects/66…`. */
export const resourceUri = (bucket: string, kind: ResourceKind, id: string): string =>
  `${SCHEME}://${bucket}/${kind}/${id}`

const RESOURCE_URI = new RegExp(String.raw`^${SCHEME}://([^/]+)/(objects|media)/([\da-f]{24})$`)

/** Parses the URI of a resource. @returns undefined if it is not one of ours */
export function readResourceUri(
  uri: string,
): { bucket: string; kind: ResourceKind; id: string } | undefined {
  const [, bucket, kind, id] = RESOURCE_URI.exec(uri) ?? []
  if (bucket === undefined || id === undefined) return undefined
  return { bucket, kind: kind === 'media' ? 'media' : 'objects', id }
}
