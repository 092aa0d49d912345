import type { Schema } from '@typecase/contract/endpoint'
import type { ComponentType } from 'react'

import type { Services } from './token.ts'
import type { When } from './when.ts'

/**
 * The mounts of routes, each with the parameters in its own path:
 * `public` (no login, no frame) and `root` at `/` · `workspace` at `/workspace` ·
 * `project` at `/projects/$projectID` · `bucket` at `/$bucketSlug` · `settings` at `/$bucketSlug/settings`.
 */
export interface MountParams {
  public: unknown
  root: unknown
  workspace: unknown
  project: { projectID: string }
  bucket: { bucketSlug: string }
  settings: { bucketSlug: string }
}

/** Where a page is mounted: `root`, `bucket` and the like. */
export type Mount = keyof MountParams

/** A reference to a page without importing it; `go` and links accept it. */
export interface RouteRef<Params extends object = object, Search extends object = object> {
  readonly id: string
  /** Type only: never set. */
  readonly '~types'?: { readonly params: Params; readonly search: Search }
}

/** A reference to any page. */
export type AnyRouteRef = RouteRef

/** The exports of a route's lazily loaded module. */
export interface RouteModule {
  default: ComponentType
}

/** The page that is about to be shown. */
export interface PrefetchContext<Params extends object, Search extends object> {
  readonly params: Params
  readonly search: Search
  readonly services: Services
  readonly signal: AbortSignal
}

/** A page, as pure data. It is its own reference: pass it to `go`, `useRouteParams`, `useRouteSearch`. */
export interface Route<
  Params extends object = object,
  Search extends object = object,
> extends RouteRef<Params, Search> {
  readonly mount: Mount
  /** Below the mount, in TanStack Router's syntax: `objects/$objectID`. Empty for the mount itself. */
  readonly path: string
  /** Shown in the tab, the path in the top bar and the palette; `{fact}` placeholders are filled in. */
  readonly title: string
  readonly when?: When
  readonly search?: () => Schema<Search>
  load(): Promise<RouteModule>
  /**
   * Fills the query cache while the page's code loads; must stop when `signal` aborts. For the first page it is called
   * twice: while the session is still being checked, and when the page loads.
   * @throws NotFound if the address names something that does not exist
   */
  prefetch?(page: PrefetchContext<Params, Search>): Promise<unknown>
}

/** A route with any parameters. */
export type AnyRoute = Route

/** The parameters in a path: `objects/$objectID` → `{ objectID: string }`. */
export type PathParams<Path extends string> = Path extends `${infer Head}/${infer Rest}`
  ? PathParams<Head> & PathParams<Rest>
  : Path extends `$${infer Name}`
    ? { [K in Name]: string }
    : unknown

/** The options of `route`. */
export interface RouteOptions<M extends Mount, Path extends string, Search extends object> {
  /** `<plugin>.<page>` */
  readonly id: `${string}.${string}`
  readonly mount: M
  readonly path: Path
  readonly title: string
  /** The condition for seeing the page. Where it does not hold, the shell shows the reason instead. */
  readonly when?: When
  /** Schema of the query string. A thunk, because building a schema costs time. */
  readonly search?: () => Schema<Search>
  load(): Promise<RouteModule>
  /** Fills the query cache while the page's code loads. It is part of the product's first file, so keep it small. */
  prefetch?(page: PrefetchContext<RouteParams<M, Path>, NoInfer<Search>>): Promise<unknown>
}

/** The parameters of a page: those of its mount and those of its path. */
export type RouteParams<M extends Mount, Path extends string> = MountParams[M] &
  PathParams<Path> &
  object

/**
 * Declares a page.
 * @example
 * export const objectRoute = route({
 *   id: 'editor.object', mount: 'bucket', path: 'objects/$objectID', title: 'Object',
 *   load: () => import('./views/object-editor.tsx'),
 * })
 */
export function route<
  const M extends Mount,
  const Path extends string,
  Search extends object = object,
>(options: RouteOptions<M, Path, Search>): Route<RouteParams<M, Path>, Search> {
  return options
}

/** Returns a reference to another plugin's page: `routeRef<{ objectID: string }>('editor.object')`. */
export function routeRef<Params extends object = object, Search extends object = object>(
  id: string,
): RouteRef<Params, Search> {
  return { id }
}

/** Options of a navigation. Missing parameters are taken from the current page; a missing search is empty. */
export interface GoOptions<Params extends object, Search extends object> {
  readonly params?: PartOf<Params>
  readonly search?: PartOf<Search>
  /** Replaces the history entry instead of adding one. */
  readonly isReplace?: boolean
}

/** Some of an object's keys; nothing at all when it has none. */
type PartOf<T extends object> = keyof T extends never ? Readonly<Record<string, never>> : Partial<T>

/** Goes to a page, or to a path of this app beginning with `/`. Settles when the page is shown. */
export type Go = <Params extends object, Search extends object>(
  to: RouteRef<Params, Search> | `/${string}`,
  options?: GoOptions<NoInfer<Params>, NoInfer<Search>>,
) => Promise<void>

/** Returns the address of a page, with the same defaults as `Go`. */
export type Href = <Params extends object, Search extends object>(
  to: RouteRef<Params, Search> | `/${string}`,
  options?: GoOptions<NoInfer<Params>, NoInfer<Search>>,
) => string
