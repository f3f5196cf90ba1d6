/**
 * Limits stack traces in workflows to two frames; the worker loads this before everything else. The SDK creates an
 * error for each promise that a workflow awaits, and collecting ten frames each was a good part of what a wake cost.
 * What a switch waits for is in its details and timer summaries, so the frames aren't missed.
 */
Error.stackTraceLimit = 2;
