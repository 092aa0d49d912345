import { routeRef } from '@typecase/plugin-sdk/route'

// Pages that other plugins link to. tests/architecture/references.test.ts checks that they exist.

/** The list of a bucket's objects. */
export const objectsRoute = routeRef<
  { bucketSlug: string },
  { query?: object | undefined; group?: string | undefined }
>('objects.list')

/** The editor of an object. The id `new` creates one; `beside` is the locale next to it for comparison. */
export const objectRoute = routeRef<
  { bucketSlug: string; objectID: string },
  {
    type?: string | undefined
    locale?: string | undefined
    title?: string | number | undefined
    beside?: string | undefined
  }
>('editor.object')

/** Returns the path of a bucket's list of objects, or of one type or smart view: `/blog/objects`. */
export function objectsPath(
  bucketSlug: string,
  { type, smartViewID }: { readonly type?: string; readonly smartViewID?: string } = {},
): `/${string}` {
  const path = `/${bucketSlug}/objects` as const
  if (smartViewID !== undefined) return `${path}?smartViewID=${smartViewID}`
  return type === undefined ? path : `${path}?query=${encodeURIComponent(JSON.stringify({ type }))}`
}

/** All projects of the user. */
export const projectsRoute = routeRef('projects.list')

/** The first step of an import into a bucket. */
export const importRoute = routeRef<{ bucketSlug: string }>('import-export.import')
