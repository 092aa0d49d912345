import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A deployment as Vercel lists it; defaults to a production deployment that is ready. */
export interface VercelDeployment {
  uid: string
  created: number
  [field: string]: unknown
}

export interface VercelProject {
  id: string
  name: string
  /** Newest first. */
  deployments: VercelDeployment[]
  /** Build events by deployment, oldest first. */
  events: Record<string, object[]>
}

export interface TestVercel {
  readonly url: string
  /** Settings of a server that calls this one; they contain no token. */
  readonly settings: Record<string, string>
  /** Projects by the token that can see them; for tokens of a team, by `<token> <team>`. */
  readonly projects: Record<string, VercelProject[]>
  /** The requested URLs and their tokens. */
  readonly requests: { url: URL; token: string }[]
  /** Answers the next requests; undefined for the default responses. */
  answer: ((response: ServerResponse, request: IncomingMessage) => void) | undefined
  close(): void
}

const COMMIT = '4f3c2b1a09d8e7f6a5b4c3d2e1f0a9b8c7d6e5f4'

/** Returns a deployment that was built from a commit on GitHub in 42 seconds. */
export const builtDeployment = (
  uid: string,
  created: number,
  more: Record<string, unknown> = {},
): VercelDeployment => ({
  uid,
  name: 'journal',
  url: `journal-${uid.slice(-4)}.vercel.app`,
  created,
  buildingAt: created + 1000,
  ready: created + 43_000,
  state: 'READY',
  readyState: 'READY',
  target: 'production',
  inspectorUrl: `https://vercel.com/harbour/journal/${uid}`,
  creator: { uid: 'u1', username: 'ada' },
  meta: {
    githubCommitRef: 'main',
    githubCommitSha: COMMIT,
    githubCommitMessage: 'Show the tide tables\n\nWith all harbours.',
    githubCommitAuthorName: 'Ada Byron',
    githubCommitOrg: 'harbour',
    githubCommitRepo: 'journal',
  },
  ...more,
})

/** Starts Vercel on this machine: the parts of its API that the product calls, with their errors. */
export async function startTestVercel(): Promise<TestVercel> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const token = (request.headers.authorization ?? '').replace(/^Bearer /, '')
    vercel.requests.push({ url, token })
    if (vercel.answer) return vercel.answer(response, request)
    const [status, body] = answerTo(url, token)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const vercel: TestVercel = {
    url,
    settings: { VERCEL_API_BASE: url },
    projects: {},
    requests: [],
    answer: undefined,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }

  function answerTo({ pathname, searchParams: query }: URL, token: string): [number, object] {
    const knows = Object.keys(vercel.projects).some((key) => key.split(' ')[0] === token)
    if (!knows) return failure(403, 'forbidden', 'Not authorized')
    if (pathname === '/v2/user') return [200, { user: { id: 'u1', username: 'ada' } }]
    const team = query.get('teamId')
    const projects = vercel.projects[team === null ? token : `${token} ${team}`]
    if (!projects) return failure(403, 'forbidden', 'You do not have access to this scope')
    const [, version, resource, id, part] = pathname.split('/')
    switch (`${version}/${resource}/${part ?? (id === undefined ? 'list' : 'get')}`) {
      case 'v9/projects/list': {
        const words = query.get('search') ?? ''
        return [
          200,
          { projects: projects.filter(({ name }) => name.includes(words)).map(toProject) },
        ]
      }
      case 'v9/projects/get': {
        const match = projects.find((one) => one.id === id)
        return match ? [200, toProject(match)] : failure(404, 'not_found', 'Project not found')
      }
      case 'v6/deployments/list': {
        const match = projects.find((one) => one.id === query.get('projectId'))
        return match ? [200, page(match, query)] : failure(404, 'not_found', 'Project not found')
      }
    }
    const project = projects.find(({ deployments }) => deployments.some(({ uid }) => uid === id))
    const deployment = project?.deployments.find(({ uid }) => uid === id)
    if (!project || !deployment) return failure(404, 'not_found', 'The deployment was not found')
    const { uid, created, ...rest } = deployment
    if (part === undefined)
      return [200, { id: uid, createdAt: created, projectId: project.id, ...rest }]
    const events = project.events[uid] ?? []
    const limit = Number(query.get('limit'))
    return [200, events.toReversed().slice(0, limit)]
  }
  return vercel
}

const failure = (status: number, code: string, message: string): [number, object] => [
  status,
  { error: { code, message } },
]

const toProject = ({ id, name }: VercelProject) => ({ id, name, framework: 'nextjs' })

function page({ deployments }: VercelProject, query: URLSearchParams) {
  const until = Number(query.get('until') ?? Infinity)
  const since = Number(query.get('since') ?? -Infinity)
  const all = deployments.filter(({ created }) => created < until && created > since)
  const some = all.slice(0, Number(query.get('limit')))
  const last = some.at(-1)
  const next = all.length > some.length && last ? last.created : null
  return { deployments: some, pagination: { count: some.length, next, prev: null } }
}
