/** The worker: answers the page with what the engine reads. */
import { serve } from "./calls.js";
import { FileEngine, failureOf } from "./engine.js";

serve(self as unknown as Parameters<typeof serve>[0], new FileEngine(), failureOf);
