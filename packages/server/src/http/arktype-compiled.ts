import './arktype-ahead.ts'

import { ark } from 'arktype'

// From here on, our schemas compile when they are built, which is on first use, with the keywords that they use.
Object.assign(ark.internal.resolvedConfig, { jitless: false })
