import { describe, expect, test } from 'vitest'

import {
  branchName,
  nameInAddress,
  readRepositoryAddress,
  repositoryAddress,
  siteAddress,
} from './repository-rules.ts'

describe('the address of a repository', () => {
  test.each([
    ['https://github.com/lamp/site', 'https://github.com/lamp/site'],
    [' https://GitHub.com/lamp/site/ ', 'https://github.com/lamp/site'],
    ['https://github.com/lamp/site.git', 'https://github.com/lamp/site'],
    ['git@github.com:lamp/site.git', 'https://github.com/lamp/site'],
    ['ssh://git@github.com/lamp/site.git', 'https://github.com/lamp/site'],
    ['ssh://git@git.example.org:2222/lamp/site.git', 'https://git.example.org/lamp/site'],
    ['git://git.example.org/site.git', 'https://git.example.org/site'],
    ['git@gitlab.com:lamp/web/site.git', 'https://gitlab.com/lamp/web/site'],
    ['https://gitlab.com/lamp/site/-/tree/main', 'https://gitlab.com/lamp/site'],
    ['https://github.com/lamp/site/tree/main/src', 'https://github.com/lamp/site'],
    ['https://me@bitbucket.org/lamp/site.git', 'https://bitbucket.org/lamp/site'],
    ['github.com/lamp/site', 'https://github.com/lamp/site'],
    ['https://git.example.org:8443/site', 'https://git.example.org:8443/site'],
  ])('%s is read', (text, url) => {
    expect(readRepositoryAddress(text)).toEqual({ url })
    expect(repositoryAddress('Address', text)).toBeUndefined()
  })

  test.each([
    ['', 'must begin with https://'],
    ['lamp', 'must begin with https://'],
    ['http://github.com/lamp/site', 'must begin with https://'],
    ['javascript:alert(1)', 'must begin with https://'],
    ['/home/lamp/site', 'must begin with https://'],
    ['https://github.com/lamp/site?tab=readme', '? or #'],
    ['https://github.com/lamp/site#readme', '? or #'],
    ['https://me@github.com/lamp/site', 'user name or password'],
    ['https://me:secret@github.com/lamp/site.git', 'user name or password'],
    ['https://github.com/lamp', 'must name a repository'],
    ['https://git.example.org/', 'must name a repository'],
  ])('%s is refused', (text, problem) => {
    expect(repositoryAddress('Address', text)).toContain(problem)
  })

  test('contains the name of the repository', () => {
    expect(nameInAddress('https://gitlab.com/lamp/web/site')).toBe('lamp/web/site')
    expect(nameInAddress('https://git.example.org/l%C3%A4mp')).toBe('lämp')
    expect(nameInAddress('https://git.example.org/100%')).toBe('100%')
  })
})

describe('the name of a branch', () => {
  test.each(['main', 'feature/a%c', 'fix-1.2', 'änderung', 'a@b', 'x'.repeat(244), 'a/-b', '{a}'])(
    '%s is valid',
    (name) => expect(branchName('Branch name', name)).toBeUndefined(),
  )

  test.each([
    '',
    'ä'.repeat(123),
    '.a',
    'a/.b',
    'a.lock',
    'a.lock/b',
    'a..b',
    'a b',
    'a\tb',
    'a\u007f',
    'a~1',
    'a^',
    'a:b',
    'a?',
    'a*',
    'a[b',
    'a\\b',
    '/a',
    'a/',
    'a//b',
    'a.',
    'a@{b',
    '@',
    '-a',
    'HEAD',
  ])('“%s” is invalid', (name) => {
    expect(branchName('Branch name', name)).toMatch(/^Branch name (must|is a required)/)
  })
})

test('the address of a site is http or https, of limited length, without user name or fragment', () => {
  for (const site of ['', 'https://a.test', 'http://localhost:3000/base?key=1']) {
    expect(siteAddress('Site', site)).toBeUndefined()
  }
  for (const site of ['a.test', 'ftp://a.test', 'https://me@a.test', 'https://a.test/#b']) {
    expect(siteAddress('Site', site)).toMatch(/^Site must/)
  }
  expect(siteAddress('Site', `https://a.test/${'a'.repeat(2000)}`)).toContain('2000')
})
