import { WrongArguments } from './problem.ts'
import { ask, canAsk } from './question.ts'
import type { RunFlags } from './read-flags.ts'
import { savedSessionsPath, savedToken, saveToken } from './saved-sessions.ts'
import type { Server } from './server.ts'
import { signIn } from './sign-in.ts'

const env = (name: string) => process.env[name] || undefined

/** Returns the requested server with a session: from the flags, a saved one, or a new one with e-mail and password. */
export async function openServer(flags: RunFlags): Promise<Server> {
  const url = urlOf(flags)
  const token = flags.token ?? env('TYPECASE_TOKEN')
  if (token) return savedServer({ url, token }, flags)
  const email = flags.email ?? env('TYPECASE_EMAIL')
  const password = env('TYPECASE_PASSWORD')
  if (email && password)
    return savedServer({ url, token: await signIn(url, { email, password }) }, flags)
  const saved = email ? undefined : savedToken(url)
  if (saved) return { url, token: saved }
  if (!canAsk()) {
    throw new WrongArguments(
      'Log in with --token or TYPECASE_TOKEN, or with TYPECASE_EMAIL and TYPECASE_PASSWORD.',
    )
  }
  const account = {
    email: email ?? (await ask(`E-mail at ${url}: `)),
    password: await ask('Password: ', { isSecret: true }),
  }
  const sessionToken = await signIn(url, account, () => ask('One-time code: '))
  return savedServer({ url, token: sessionToken }, flags)
}

function savedServer(server: Server & { readonly token: string }, { isSaved }: RunFlags): Server {
  if (!isSaved) return server
  saveToken(server.url, server.token)
  process.stderr.write(`The session is kept in ${savedSessionsPath()}.\n`)
  return server
}

function urlOf({ url }: RunFlags): string {
  const serverUrl = url ?? env('PUBLIC_URL') ?? `http://127.0.0.1:${env('PORT') ?? '4700'}`
  if (/^https?:/.test(serverUrl) && URL.canParse(serverUrl)) return serverUrl
  throw new WrongArguments(
    `--url must be an address such as https://cms.example.com, not “${serverUrl}”.`,
  )
}
