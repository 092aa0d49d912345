import type { MatchOptions } from '@typecase/contract/search-and-replace'

/**
 * Options for comparing and writing texts, off by default. `preserve_case` keeps the case that would otherwise change.
 */
export const replaceOptions = [
  'match_case',
  'whole_word',
  'as_typed',
  'regex',
  'preserve_case',
] as const
export type ReplaceOption = (typeof replaceOptions)[number]

/** Prompts of commands that search and replace. */
export const replaceAsks = {
  find: { kind: 'text', title: 'Find', placeholder: 'Text to find' },
  replace: {
    kind: 'text',
    title: 'Replace with',
    placeholder: 'New text; leave empty to remove matches',
    empty: 'Nothing: remove matches',
  },
  options: {
    kind: 'choice',
    title: 'Options',
    placeholder: 'How to compare',
    skip: 'Default: any case, also within words; the text keeps its case',
    isMany: true,
    isAlwaysAsked: true,
    choices: [
      { value: 'match_case', label: 'Match case', help: 'upper and lower case differ' },
      { value: 'whole_word', label: 'Whole words', help: 'not within longer ones' },
      { value: 'as_typed', label: 'Write as typed', help: 'not Old → New, OLD → NEW' },
      { value: 'regex', label: 'Regular expression', help: '$1 in the new text is a group' },
    ],
  },
} as const

/**
 * Converts the options to their names in the API. The case is preserved unless the search itself depends on it, or the
 * new text is built from parts of a pattern.
 */
export const matchOf = (options: readonly string[]): MatchOptions => ({
  case: options.includes('match_case'),
  whole_word: options.includes('whole_word'),
  regex: options.includes('regex'),
  preserve_case:
    options.includes('preserve_case') ||
    !(['match_case', 'as_typed', 'regex'] as const).some((one) => options.includes(one)),
})
