import { accountInputs } from './account-inputs.ts'
import { contentInputs } from './content-inputs.ts'
import { dashboardInputs } from './dashboard-inputs.ts'
import type { ExampleInputs } from './example-input.ts'

/** Inputs by endpoint id, where the authorization table has none or they show too little. */
export const exampleInputs: ExampleInputs = {
  ...contentInputs,
  ...dashboardInputs,
  ...accountInputs,
}

const STREAM = 'it is an endless stream'
const AI = 'it comes from an AI provider'
const PROVIDER = 'it belongs to a sign-in with Google or GitHub'
const PASSKEY = 'it needs the credential of a browser (WebAuthn)'
const DOCUMENT = 'it is a long document'
const FILE = 'it is the file'

/** Reasons why an example has no response; the text follows “No answer is shown:”. */
export const unanswered: Readonly<Record<string, string>> = {
  'events.stream': STREAM,
  'content.objects.live': STREAM,
  'content.ai.text': AI,
  'content.ai.image': AI,
  'objects.addGeneratedLocale': AI,
  'objects.generateFields': AI,
  'ai.complete': AI,
  'media.generateAltText': AI,
  'media.generateAltTexts': AI,
  'mediaFiles.get': FILE,
  'mediaFiles.getSigned': FILE,
  'importExport.getFile': FILE,
  'users.startProvider': PROVIDER,
  'users.startGooglePopup': PROVIDER,
  'users.googleAuth': PROVIDER,
  'users.githubAuth': PROVIDER,
  'users.startLink': PROVIDER,
  'users.linkProvider': PROVIDER,
  'users.unlinkProvider': PROVIDER,
  'users.passkeyAuth': PASSKEY,
  'users.addPasskey': PASSKEY,
  'users.updatePasskey': PASSKEY,
  'users.deletePasskey': PASSKEY,
  'openapi.document': DOCUMENT,
  'content.openapi.document': DOCUMENT,
  'billing.webhook': 'only Stripe makes this call, with its signature',
}
