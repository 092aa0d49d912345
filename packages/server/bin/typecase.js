#!/usr/bin/env node
import { enableCompileCache } from 'node:module'

// JavaScript, as scripts/start.js is: this file is read before there is a cache.
enableCompileCache()
await import('../../../scripts/package/typecase.ts')
