import type { Finder, MatchOptions } from './finder.ts'
import { compileFind } from './find.ts'
import { compileReplacement, type Replacement } from './replacement.ts'

/** The parameters of a search. */
export interface SearchRequest {
  find: string
  replace: string
  match?: MatchOptions
  /** `title`, `slug`, `content`, `metadata.<key>` or a path below that; none: everything. */
  fields?: readonly string[]
  /** Paths that are left out of these. */
  exclude_fields?: readonly string[]
  /** HTML is searched as source, tags and attributes included, and replaced verbatim. */
  in_markup?: boolean
}

/** A search ready for any number of objects. */
export interface Search {
  /** The source of the compilation: plain JSON. */
  request: SearchRequest
  finder: Finder
  replacement: Replacement
  /** The searched fields. */
  fields: FieldChoice | undefined
  /** Whether a path is excluded: matches there do not count. */
  isExcluded(path: string): boolean
  isInMarkup: boolean
}

/** The fields of a call; each includes all fields below it. */
export interface FieldChoice {
  /** Whether a path is one of them, or below one. */
  has(path: string): boolean
  /** Whether something below a path may be. */
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

/** The choice of these paths. */
export function chooseFields(paths: readonly string[]): FieldChoice {
  const has = (path: string) => paths.some((one) => path === one || path.startsWith(`${one}.`))
  return {
    has,
    mayHoldSome: (path) => has(path) || paths.some((one) => one.startsWith(`${path}.`)),
  }
}
