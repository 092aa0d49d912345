import { expect, test } from 'vitest'

import { cloneAddress, hostOf, formatSite, whyNoBranchPage } from './host.ts'

test.each([
  ['https://github.com/a/b', 'GitHub', 'https://github.com/a/b/tree/fix/x%23y'],
  ['https://github.lamp.test/a/b', 'GitHub', 'https://github.lamp.test/a/b/tree/fix/x%23y'],
  ['https://gitlab.com/a/b/c', 'GitLab', 'https://gitlab.com/a/b/c/-/tree/fix/x%23y'],
  ['https://bitbucket.org/a/b', 'Bitbucket', 'https://bitbucket.org/a/b/src/fix%2Fx%23y'],
  ['https://git.lamp.test:8443/b', 'git.lamp.test:8443', undefined],
  ['https://notgithub.com/a/b', 'notgithub.com', undefined],
])('%s is on %s', (url, name, page) => {
  const host = hostOf(url)
  expect([host.name, host.branchPage?.(url, 'fix/x#y')]).toEqual([name, page])
  expect(whyNoBranchPage(url) === undefined).toBe(page !== undefined)
})

test('addresses are formatted for git clone and for people', () => {
  expect(cloneAddress('https://github.com/a/b')).toBe('https://github.com/a/b.git')
  expect(formatSite('https://next.test/base/')).toBe('next.test/base')
})
