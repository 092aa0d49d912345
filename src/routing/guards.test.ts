import { describe, expect, test } from 'vitest'

import {
  decide,
  type Decision,
  entryFor,
  type Intent,
  loginFor,
  publicPaths,
  type Visit,
} from './guards.ts'
import { createStoredIntent } from './stored-intent.ts'

const at = (href: string, rest: Partial<Visit> = {}): Visit => {
  const url = new URL(href, 'https://here.invalid')
  const query = url.searchParams
  return {
    path: url.pathname,
    href,
    isLoggedIn: false,
    ...(query.has('redirect_to') && { redirectTo: query.get('redirect_to') }),
    ...(query.has('plan') && { plan: query.get('plan') }),
    ...rest,
  }
}
const user = { isLoggedIn: true }

describe('a guest', () => {
  test.each(publicPaths.filter((path) => path !== '/'))('may see %s', (path) => {
    expect(decide(at(path), {})).toEqual({})
    expect(decide(at(`${path}/`), {})).toEqual({})
  })

  test.each<[string, Decision]>([
    ['/', { to: '/login' }],
    ['/projects', { to: '/login?redirect_to=%2Fprojects' }],
    ['/404', { to: '/login?redirect_to=%2F404' }],
    [
      '/archive/objects?query={"type":"posts"}',
      {
        to: '/login?redirect_to=%2Farchive%2Fobjects%3Fquery%3D%7B%2522type%2522%3A%2522posts%2522%7D',
      },
    ],
    [
      '/projects?invite_id=a&resource=project',
      { to: '/login?redirect_to=%2Fprojects%3Finvite_id%3Da%26resource%3Dproject' },
    ],
    ['/login?redirect_to=/archive', { remember: { redirectTo: '/archive' } }],
    ['/login?redirect_to=//evil.example', {}],
    ['/?redirect_to=/archive', { to: '/login', remember: { redirectTo: '/archive' } }],
    ['/signup?plan=workspace-pro', { remember: { plan: 'workspace-pro' } }],
  ])('at %s gets the specified decision', (href, decision) => {
    expect(decide(at(href), {})).toEqual(decision)
  })

  test('may see a page that a plugin made public', () => {
    expect(decide(at('/gate', { isPublicPage: true }), {})).toEqual({})
  })
})

describe('a user', () => {
  test.each<[string, Intent, Decision]>([
    ['/', {}, { to: '/projects' }],
    ['/projects', {}, {}],
    ['/archive/media', { redirectTo: '/elsewhere' }, {}],
    ['/login', {}, { to: '/projects', forget: ['redirectTo'] }],
    ['/2fa', { redirectTo: '/archive' }, { to: '/archive', forget: ['redirectTo'] }],
    ['/verify-email?verification_code=x', {}, {}],
    ['/projects?redirect_to=/archive', {}, { to: '/archive', forget: ['redirectTo'] }],
    ['/projects?redirect_to=https://evil.example', {}, {}],
    [
      '/projects?plan=workspace-pro',
      {},
      { to: '/workspaces/new?plan=workspace-pro', forget: ['plan'] },
    ],
    [
      '/projects',
      { plan: 'workspace' },
      { to: '/workspaces/new?plan=workspace', forget: ['plan'] },
    ],
    ['/workspaces/new?plan=workspace', {}, { forget: ['plan'] }],
    ['/projects?plan=starter', {}, {}],
  ])('at %s with %j gets the specified decision', (href, stored, decision) => {
    expect(decide(at(href, user), stored)).toEqual(decision)
  })
})

describe('after signing in', () => {
  test.each<[Intent, string]>([
    [{}, '/projects'],
    [{ redirectTo: '/archive/media' }, '/archive/media'],
    [{ redirectTo: '//evil.example' }, '/projects'],
    [{ redirectTo: '/archive', plan: 'starter' }, '/archive'],
    [{ redirectTo: '/archive', plan: 'my-workspace' }, '/workspaces/new?plan=my-workspace'],
  ])('%j leads to %s', (stored, to) => {
    expect(entryFor(stored).to).toBe(to)
  })

  test('the way back is never a sign-in page', () => {
    expect(loginFor('/login?redirect_to=/x')).toBe('/login')
    expect(loginFor('/projects')).toBe('/login?redirect_to=%2Fprojects')
  })
})

test('intents are stored under the specified keys until they are fulfilled', () => {
  const values = new Map<string, string>()
  const intent = createStoredIntent({
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  })
  intent.apply({ remember: { redirectTo: '/archive', plan: 'starter' } })
  expect(Object.fromEntries(values)).toEqual({ redirect_to: '/archive', plan: 'starter' })
  expect(intent.read()).toEqual({ redirectTo: '/archive', plan: 'starter' })
  intent.apply({ forget: ['redirectTo'] })
  expect(Object.fromEntries(values)).toEqual({ plan: 'starter' })
})
