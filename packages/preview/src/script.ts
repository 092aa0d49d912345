import { connect } from './connect.ts'

// The dashboard has the origin that this script comes from.
connect({ dashboard: import.meta.url })
