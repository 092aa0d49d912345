import type { Finder, MatchOptions } from './finder.ts'
import { compileFind } from './find.ts'
import { compileReplacement, type Replacement } from './replacement.ts'

/** The parameters of a search. */
export interface SearchRequest {
  find: string
  replace: string
  match?: MatchOptions
  /** `title`, `slug`, `content`, `metadata.<key>` or a path below that; all fields by default. */
  fields?: readonly string[]
  /** Paths that are excluded from these fields. */
  exclude_fields?: readonly string[]
  /** Whether HTML is searched as source, including tags and attributes, and replaced verbatim. */
  in_markup?: boolean
}

/** A compiled search for any number of objects. */
export interface Search {
  /** The request that it was compiled from: plain JSON. */
  request: SearchRequest
  finder: Finder
  replacement: Replacement
  /** The searched fields; all if undefined. */
  fields: FieldChoice | undefined
  /** Whether a path is excluded, so that matches there do not count. */
  isExcluded(path: string): boolean
  isInMarkup: boolean
}

/** The fields that a call names; each includes all fields below it. */
export interface FieldChoice {
  /** Whether a path is one of these fields, or below one. */
  has(path: string): boolean
  /** Whether a path, or something below it, may be one of these fields. */
  mayHoldSome(path: string): boolean
}

/**
 * Compiles a search and replacement once for all objects.
 * @throws Failure `invalid` on path `find` or `replace`; see `compileFind` and `compileReplacement`
 */
export function compileSearch({
  find,
  replace,
  match = {},
  fields,
  exclude_fields = [],
  in_markup = false,
}: SearchRequest): Search {
  const request = { find, replace, match, ...(fields && { fields }), exclude_fields, in_markup }
  const finder = compileFind(request)
  return {
    request,
    finder,
    replacement: compileReplacement(request, finder),
    fields: fields && chooseFields(fields),
    isExcluded: chooseFields(exclude_fields).has,
    isInMarkup: in_markup,
  }
}

/** Returns the choice of the fields at these paths. */
export function chooseFields(paths: readonly string[]): FieldChoice {
  const has = (path: string) => paths.some((one) => path === one || path.startsWith(`${one}.`))
  return {
    has,
    mayHoldSome: (path) => has(path) || paths.some((one) => one.startsWith(`${path}.`)),
  }
}
