/** Prints what settings, payments and the limiter do when several act at once. */
import '../test/faults/concurrency-money.ts';
