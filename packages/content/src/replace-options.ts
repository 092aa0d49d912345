import type { MatchOptions } from '@typecase/contract/search-and-replace'

/** How texts are compared, beyond what is usual. */
export const replaceOptions = ['match_case', 'whole_word', 'regex', 'preserve_case'] as const
export type ReplaceOption = (typeof replaceOptions)[number]

/** How commands that search and replace ask for what they need. */
export const replaceAsks = {
  find: { kind: 'text', title: 'Find', placeholder: 'Text to find' },
  replace: {
    kind: 'text',
    title: 'Replace with',
    placeholder: 'New text; none takes out what is found',
    empty: 'Nothing: take it out',
  },
  options: {
    kind: 'choice',
    title: 'Options',
    placeholder: 'How to compare',
    skip: 'As usual: any case, within words too',
    isMany: true,
    isAlwaysAsked: true,
    choices: [
      { value: 'match_case', label: 'Match case', help: 'upper and lower case differ' },
      { value: 'whole_word', label: 'Whole words', help: 'not within longer ones' },
      { value: 'regex', label: 'Regular expression', help: '$1 in the new text is a group' },
      { value: 'preserve_case', label: 'Keep case', help: 'Old → New, OLD → NEW' },
    ],
  },
} as const

/** The same options as a call of the contract names them. */
export const matchOf = (options: readonly ReplaceOption[]): MatchOptions => ({
  case: options.includes('match_case'),
  whole_word: options.includes('whole_word'),
  regex: options.includes('regex'),
  preserve_case: options.includes('preserve_case'),
})
