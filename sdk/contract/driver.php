<?php

// Runs the cases of the contract by the PHP library: one case a line in, its results a line out.

declare(strict_types=1);

use Svc\Svc;

spl_autoload_register(static function (string $class): void {
    require __DIR__ . '/../php/src/' . str_replace('\\', '/', substr($class, strlen('Svc\\'))) . '.php';
});

function run(array $case): array
{
    $told = [];
    $options = $case['options'] + ['apiKey' => $case['apiKey']];
    $svc = new Svc(...$options, apiUrl: $case['apiUrl'], onWarning: static function (array $warning) use (&$told): void {
        $told[] = $warning['code'];
        throw new RuntimeException('a listener that fails');
    });
    $results = array_map(static fn (array $call): array => make($svc, $call), $case['calls']);
    return ['results' => $results, 'warnings' => $told];
}

function make(Svc $svc, array $call): array
{
    try {
        return get_object_vars($svc->{$call['method']}(...$call['arguments']));
    } catch (InvalidArgumentException | TypeError | ArgumentCountError $error) {
        return ['throws' => $error->getMessage()];
    }
}

while (($line = fgets(STDIN)) !== false) {
    echo json_encode(run(json_decode($line, true)), JSON_THROW_ON_ERROR), "\n";
}
