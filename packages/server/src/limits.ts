/**
 * The limits that protect the server and that an operator may meet. Sizes in bytes unless the name says otherwise; constants
 * of one algorithm are next to it. `docs/operations.md` lists them.
 */

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

// Requests

/** Levels of a JSON body. Deeper ones would overflow the stack of the code that walks them. */
export const MAX_JSON_DEPTH = 64
/** Keys of all objects of a JSON body together. */
export const MAX_JSON_KEYS = 30_000
/** Body of a request without a session: names, passwords and codes. */
export const MAX_ANONYMOUS_BODY_BYTES = 16_384
/** Request of an assistant: the arguments of a command, such as 1,000 objects with their values. */
export const MAX_ASSISTANT_BODY_BYTES = 2_000_000
/** A text field of an uploaded form. */
export const MAX_FORM_FIELD_BYTES = 1_000_000
/** Text fields of an uploaded form. */
export const MAX_FORM_FIELDS = 20
/** Validation errors in one answer. The others are counted in `more_details`. */
export const MAX_ERROR_DETAILS = 20
/** Validation errors after which the check of a request ends. */
export const MAX_VALIDATION_ERRORS = 100
/** Path in a validation error. A client chooses how long its keys are. */
export const MAX_ERROR_PATH_CHARACTERS = 200
/** Content of one answer. It is in memory several times before it is sent. */
export const MAX_CONTENT_BYTES = 16_000_000
/** Answers of the content API that a process caches. */
export const RESPONSE_CACHE_BYTES = 64 * 1_048_576
/** Time for running requests to end when the server stops. */
export const DRAIN_TIMEOUT_MS = 10 * SECOND
/** Requests of an address without a valid session or key. */
export const ANONYMOUS_RATE = { perSecond: 20, burst: 300 }
/** Images of an address to resize that are not cached: a page of many pictures on its first visit. */
export const IMAGE_RATE = { perSecond: 10, burst: 500 }
/** Files of extensions for an address: a page with twenty extensions asks for some two hundred. */
export const EXTENSION_RATE = { perSecond: 50, burst: 2000 }
/** Requests to the content API of one address with one key of one bucket. */
export const CONTENT_RATE = { perSecond: 500, burst: 5000 }
/** Requests of assistants with one token: each becomes some requests to the API. */
export const ASSISTANT_RATE = { perSecond: 10, burst: 200 }
/** Time that an answer of the readiness probe is reused. */
export const PROBE_CACHE_MS = SECOND

// Other servers

/** Redirects that the fetch of a media follows. */
export const MAX_REDIRECTS = 3
/** Bytes of a media that a server must send per interval: slower ones would hold a connection until the timeout. */
export const MIN_FETCHED_BYTES = 20_000
/** Check of a captcha. */
export const CAPTCHA_TIMEOUT_MS = 10 * SECOND
/** Requests to Google and GitHub during sign-in. */
export const PROVIDER_TIMEOUT_SECONDS = 10
/** Each step of the delivery of an e-mail. */
export const SMTP_TIMEOUT_MS = 20 * SECOND
/** E-mails in memory that wait for another try. */
export const MAX_WAITING_MAILS = 1000
/** Answer of the AI provider with a text. */
export const AI_TEXT_TIMEOUT_MS = 2 * MINUTE
/** Answer of the AI provider in a conversation: someone waits for it in the palette. */
export const AI_CHAT_TIMEOUT_MS = 30 * SECOND
/** Answer of the AI provider with a picture. */
export const AI_IMAGE_TIMEOUT_MS = 3 * MINUTE
/** Answer of the AI provider with a text. */
export const MAX_AI_TEXT_BYTES = 2_000_000
/** Answer of the AI provider with a picture. */
export const MAX_AI_IMAGE_BYTES = 40_000_000
/** Requests to Stripe. */
export const PAYMENT_TIMEOUT_MS = 20 * SECOND
/** Age of the signature of an event that Stripe sends. */
export const PAYMENT_EVENT_AGE_SECONDS = 300
/** Cards of a customer that are listed. */
export const MAX_CARDS = 100
/** Requests to Vercel. */
export const VERCEL_TIMEOUT_MS = 10 * SECOND
/** Answer of Vercel: 100 deployments take 300 kB, a long build log some MB. */
export const MAX_VERCEL_BYTES = 8_000_000
/** Events of a build that are read, from its end. */
export const MAX_BUILD_EVENTS = 3000
/** Connection to S3. */
export const S3_CONNECT_TIMEOUT_MS = 5 * SECOND
/** Requests to S3. A slow store is worth waiting for, one that cannot be reached is not. */
export const S3_TIMEOUT_MS = 30 * SECOND
/** Answer of the endpoint of a webhook. */
export const WEBHOOK_TIMEOUT_MS = 10 * SECOND
/** Deliveries of one webhook at the same time. A slow endpoint delays only its own. */
export const MAX_DELIVERIES_PER_WEBHOOK = 2
/** Deliveries of one bucket at the same time. */
export const MAX_DELIVERIES_PER_BUCKET = 4
/** Deliveries of a process at the same time. */
export const MAX_DELIVERIES = 64

// Accounts

/** Password. Longer ones would make hashing a way to keep the server busy. */
export const MAX_PASSWORD_BYTES = 1024
/** Sign-ins that wait for a hash. More would only time out. */
export const MAX_WAITING_HASHES = 500
/** Time to finish a sign-in with a passkey or a provider. */
export const CHALLENGE_LIFETIME_MS = 10 * MINUTE
/** Session without use. */
export const SESSION_IDLE_MS = 24 * HOUR
/** Session from its sign-in on. */
export const MAX_SESSION_MS = 30 * DAY
/** Session of support. */
export const SUPPORT_SESSION_MS = HOUR
/** Time that a process trusts its cache of sessions where several share a database. */
export const SESSION_CACHE_MS = 10 * SECOND
/** Time after a sign-in in which sensitive changes ask for no password. */
export const STEP_UP_MS = 10 * MINUTE
/** Access tokens of a user. */
export const MAX_ACCESS_TOKENS = 50
/** Assistants that a user has connected. */
export const MAX_ASSISTANTS = 50
/** Assistants that the settings of a bucket list. */
export const MAX_LISTED_ASSISTANTS = 500
/** Clients of OAuth that registered themselves. Without room, those that no one permitted anything are deleted. */
export const MAX_ASSISTANT_CLIENTS = 10_000
/** Time to exchange the code that an assistant gets for its tokens. */
export const ASSISTANT_CODE_MS = 2 * MINUTE
/** Access token of an assistant. */
export const ASSISTANT_TOKEN_MS = HOUR
/** Assistant without use: its refresh token expires. */
export const ASSISTANT_IDLE_MS = 30 * DAY
/** Passkeys of a user. */
export const MAX_PASSKEYS = 50
/** Pictures of a user: avatars and logos. */
export const MAX_PICTURES = 100
/** Macros of a user in a project. */
export const MAX_MACROS = 500
/** Plans of the assistants of a user in a bucket that are not applied. */
export const MAX_PLANS = 200
/** Smart views of a user in a bucket. */
export const MAX_SMART_VIEWS = 200
/** Query of a smart view, as JSON: as many as a list takes. */
export const MAX_VIEW_QUERY_CHARACTERS = 20_000
/** Tabs of a user whose presence in a bucket is shown. */
export const MAX_PRESENCE_PER_USER = 30
/** Visible presence of tabs in a bucket. The one that is silent longest is dropped first. */
export const MAX_PRESENCE_PER_BUCKET = 1000
/** Events that wait for a slow reader. It is disconnected, and reads again. */
export const MAX_WAITING_EVENT_BYTES = 1_000_000
/** The same of a site with a live stream, of which there are many. */
export const MAX_WAITING_LIVE_BYTES = 64_000
/** Different reactions to a comment. */
export const MAX_REACTIONS = 20

// Object types

/** Fields of an object type, nested ones included. */
export const MAX_METAFIELDS = 2000
/** Options of a field. */
export const MAX_METAFIELD_OPTIONS = 1000

// Media

/** Metadata of a media, as JSON. */
export const MAX_MEDIA_METADATA_BYTES = 100_000
/** Resumable uploads of a user to a bucket that are not whole. */
export const MAX_UNFINISHED_UPLOADS = 200
/** Pause of a resumable upload. */
export const UPLOAD_EXPIRY_MS = DAY
/** Chunk of a resumable upload: the most that a dying process loses, and the size of an S3 request. */
export const UPLOAD_CHUNK_BYTES = 8_000_000
/** Chunks of a resumable upload: enough for the largest file in parts of 100 kB. */
export const MAX_UPLOAD_CHUNKS = 10_000
/** Time for a file to reach the store. The slowest upload to S3 takes less. */
export const FILE_ARRIVAL_TIMEOUT_MS = DAY
/** Pixels of an image, or of all frames of an animation. */
export const MAX_IMAGE_PIXELS = 300_000_000
/** Pixels of a photo that is turned upright. A larger one keeps its orientation. */
export const MAX_ROTATED_PIXELS = 100_000_000
/** Width and height of a resized image. */
export const MAX_IMAGE_SIDE_PIXELS = 8192
/** Pixels of a resized image. */
export const MAX_OUTPUT_PIXELS = 32_000_000
/** Pixels of a resized image that is AVIF or blurred: each takes ten times as long. */
export const MAX_SLOW_OUTPUT_PIXELS = 4_000_000
/** Pixels of all frames of a resized animation. */
export const MAX_ANIMATED_OUTPUT_PIXELS = 16_000_000
/** PDF whose metadata is removed: it is read as a whole. */
export const MAX_PDF_BYTES = 100_000_000
/** One read of the metadata of a file. */
export const MAX_METADATA_READ_BYTES = 8_000_000
/** All writes that remove the metadata of a file. */
export const MAX_METADATA_WRITE_BYTES = 32_000_000

// Imports and extensions

/** Entries of the zip of an import. */
export const MAX_ARCHIVE_ENTRIES = 200_000
/** All files of the zip of an import, unpacked. */
export const MAX_ARCHIVE_BYTES = 8 * 2 ** 30
/** Largest ratio of a file's size to its packed size. Pictures and texts reach 20. */
export const MAX_COMPRESSION_RATIO = 200
/** Table that is imported, unpacked: its rows are staged on disk. */
export const MAX_TABLE_BYTES = 2 ** 30
/** bucket.json that is read as a whole, unpacked. */
export const MAX_BUCKET_JSON_BYTES = 64 * 2 ** 20
/** Files of a host that came too late, after which an import fetches no others from it. */
export const MAX_LATE_FILES = 3
/** Entries of the zip of an extension, with folders and files that are left out. */
export const MAX_EXTENSION_ENTRIES = 1000
/** Manifest of an extension: lists show those of many. */
export const MAX_MANIFEST_BYTES = 64_000
/** Module of an extension that runs, compressed: it is loaded while someone waits. */
export const MAX_ENTRY_BYTES = 64_000

// Jobs and retention

/** Jobs that a process works on at the same time, each of another bucket. */
export const JOB_SLOTS = 4
/** Slots of one account, and its jobs that call other servers. */
export const JOB_SLOTS_PER_ACCOUNT = 2
/** Jobs that call other servers at the same time: each has a thread and its memory. */
export const MAX_NETWORK_JOBS = 8
/** Attempts that may end with their process before a job fails. */
export const MAX_JOB_ATTEMPTS = 5
/** Time that a claim on a job lasts without renewal. */
export const JOB_LEASE_MS = 30 * SECOND
/** Answers kept for retries, and sessions without use. */
export const RETRY_RETENTION_MS = DAY
/** Invitations that can be sent again after they were declined or expired. */
export const INVITE_RETENTION_MS = 30 * DAY
/** Events of the payment provider, which sends one again for three days. */
export const PAYMENT_EVENT_RETENTION_MS = 30 * DAY
/** Metered usage. */
export const USAGE_RETENTION_MS = 400 * DAY
/** Finished jobs. */
export const JOB_RETENTION_MS = 30 * DAY
/** Clients of OAuth that no one permits anything. */
export const ASSISTANT_CLIENT_RETENTION_MS = 30 * DAY
/** Shared link after its end. */
export const LINK_RETENTION_MS = 30 * DAY
/** Plans of assistants after they expired. */
export const PLAN_RETENTION_MS = 30 * DAY
/** Reservation of AI tokens: longer than a call takes, so an older one is of a process that died. */
export const TOKEN_RESERVATION_MS = 10 * MINUTE
/** Time that a charge is left to the call that made it: longer than the provider is waited for. */
export const CHARGE_CLAIM_MS = 2 * MINUTE
