import type { Noun } from '@typecase/plugin-sdk/server-call'

export const objectNoun: Noun = { one: 'object', many: 'objects' }
export const mediaNoun: Noun = { one: 'media', many: 'media' }

export const nounFor = (count: number, { one, many }: Noun): string => (count === 1 ? one : many)

/** `1 object`, `1,284 media` */
export const countInWords = (count: number, noun: Noun = objectNoun): string =>
  `${count.toLocaleString('en')} ${nounFor(count, noun)}`
