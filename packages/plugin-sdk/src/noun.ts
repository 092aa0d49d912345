/** What the things that are counted are called. */
export interface Noun {
  readonly one: string
  readonly many: string
}

export const objectNoun: Noun = { one: 'object', many: 'objects' }
export const mediaNoun: Noun = { one: 'media', many: 'media' }

export const nounFor = (count: number, { one, many }: Noun): string => (count === 1 ? one : many)

/** `1 object`, `1,284 media` */
export const countInWords = (count: number, noun: Noun = objectNoun): string =>
  `${count.toLocaleString('en')} ${nounFor(count, noun)}`
