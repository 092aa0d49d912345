/** Where the objects of a type are listed. */
export function objectsPath(bucketSlug: string, typeSlug: string): `/${string}` {
  return `/${bucketSlug}/objects?query=${encodeURIComponent(JSON.stringify({ type: typeSlug }))}`
}
