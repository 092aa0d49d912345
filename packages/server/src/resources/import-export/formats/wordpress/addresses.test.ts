import { expect, test } from 'vitest'

import { createAddresses, createResolver, siteOf } from './addresses.ts'

const addresses = createAddresses()
addresses.addPost('https://blog.example/2024/towers/', '1')
addresses.addPost('https://blog.example/%C3%BCber/', '2')
addresses.addMedia('https://blog.example/wp-content/uploads/2024/a-scaled.jpg', 'a')
addresses.addMedia('https://blog.files.example/2024/b.jpg', 'b')
const resolve = createResolver({
  site: siteOf('https://blog.example/'),
  addresses,
  postTarget: (id) => (id === '9' ? { media: 'a' } : Number(id) < 9 ? { object: id } : undefined),
  termTarget: (taxonomy, slug) => (slug === 'news' ? { object: `${taxonomy} ${slug}` } : undefined),
  authorTarget: (login) => (login === 'ada' ? { object: login } : undefined),
})

test.each([
  ['https://blog.example/2024/towers/', { object: '1' }],
  ['http://www.blog.example/2024/towers?utm=1#end', { object: '1' }],
  ['/2024/Towers', { object: '1' }],
  ['//blog.example/2024/towers/', { object: '1' }],
  ['/über/', { object: '2' }],
  ['https://blog.example/?p=3', { object: '3' }],
  ['/?page_id=4', { object: '4' }],
  ['/?attachment_id=9', { media: 'a' }],
  ['/?p=77', { missing: 'https://blog.example/?p=77' }],
  ['/category/world/news/', { object: 'category news' }],
  ['/tag/news', { object: 'post_tag news' }],
  ['/tag/other', { missing: 'https://blog.example/tag/other' }],
  ['/author/ada/', { object: 'ada' }],
  ['/wp-content/uploads/2024/a.jpg', { media: 'a' }],
  ['https://blog.example/wp-content/uploads/2024/a-300x200.jpg', { media: 'a' }],
  ['https://blog.example/wp-content/uploads/2024/a-scaled.jpg?w=3', { media: 'a' }],
  ['https://i0.wp.com/blog.example/wp-content/uploads/2024/a.jpg?resize=3', { media: 'a' }],
  ['https://blog.files.example/2024/b-1024x768.jpg', { media: 'b' }],
  ['https://blog.example/gone/', { missing: 'https://blog.example/gone/' }],
  [
    'https://blog.example/wp-content/uploads/2024/none.jpg',
    { missing: 'https://blog.example/wp-content/uploads/2024/none.jpg' },
  ],
  ['https://blog.example/', undefined],
  ['https://other.example/2024/towers/', undefined],
  ['#top', undefined],
  ['mailto:ada@blog.example', undefined],
  ['{{url}}', undefined],
  ['https://[', undefined],
  ['', undefined],
])('the address %s resolves to the right target, or to none', (address, target) => {
  expect(resolve(address)).toEqual(target)
})

test('the key of a site leaves out the protocol, “www.” and the slash at the end', () => {
  expect(siteOf('http://www.blog.example/a/').key).toBe('blog.example/a')
  expect(siteOf('https://blog.example/a').key).toBe('blog.example/a')
  expect(siteOf('')).toEqual({ url: '', host: '', key: '' })
})
