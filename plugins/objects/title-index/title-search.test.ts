import { describe, expect, test } from 'vitest'

import { createTitleSearch } from './title-search.ts'

const titles = [
  'The Pass of St Gotthard, Switzerland',
  'Norham Castle, Sunrise',
  'The Blue Rigi, Sunrise',
  'Nocturne: Blue and Silver – Chelsea',
  'Übermalung in Zürich',
  'Ophelia',
  'Собака',
  '水彩画',
  'Straße',
]
const { search } = createTitleSearch(titles)
const found = (query: string, limit = 5) => search(query, limit).map(({ row }) => titles[row])

describe('search', () => {
  test('finds words, whatever their case', () => {
    expect(found('SUNRISE')).toEqual(
      expect.arrayContaining(['Norham Castle, Sunrise', 'The Blue Rigi, Sunrise']),
    )
  })

  test('finds words in any order', () => {
    expect(found('silver nocturne')).toEqual(['Nocturne: Blue and Silver – Chelsea'])
  })

  test('finds what is in order first', () => {
    expect(found('blue sunrise')[0]).toBe('The Blue Rigi, Sunrise')
  })

  test.each(['ophlia', 'opheliaa', 'ohpelia', 'ophilia'])('forgives a slip: %s', (query) => {
    expect(found(query)).toEqual(['Ophelia'])
  })

  test('ignores accents on both sides', () => {
    expect(found('zurich')).toEqual(['Übermalung in Zürich'])
    expect(found('ÜBERMALUNG')).toEqual(['Übermalung in Zürich'])
  })

  test('finds other scripts by what they hold', () => {
    expect(found('собака')).toEqual(['Собака'])
    expect(found('水彩')).toEqual(['水彩画'])
  })

  test('says where a title matched', () => {
    const [match] = search('castle', 1)
    const [range] = match?.ranges ?? []
    expect(titles[match?.row ?? -1]?.slice(...(range ?? []))).toBe('Castle')
  })

  test('gives no places where folding changed the length', () => {
    for (const { row, ranges } of search('strasse', 5)) {
      for (const [start, end] of ranges) expect(titles[row]?.slice(start, end)).not.toBe('')
    }
  })

  test('finds nothing for nothing, and for mere punctuation', () => {
    expect(found('')).toEqual([])
    expect(found('   ')).toEqual([])
    expect(found('--')).toEqual([])
  })

  test('returns no more than was asked for', () => {
    expect(search('e', 2)).toHaveLength(2)
  })

  test('of very many matches shows those that begin with the query', () => {
    const many = Array.from({ length: 3000 }, (_, at) => `Study for a tree ${at}`)
    const index = createTitleSearch([...many, 'Tree in bloom'])
    expect(index.search('tree', 3)[0]?.row).toBe(3000)
  })
})
